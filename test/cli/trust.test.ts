import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startLab } from '../../src/lab/index.ts';
import { openTrust } from '../../src/store/open-trust.ts';
import { aFinding, anInterface } from '../trust/sample-finding.ts';
import { run, runHere } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-cli-trust-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const agent = 'https://agent.example/.well-known/agent-card.json';
const other = 'https://other.example/.well-known/agent-card.json';
let files = 0;

/** A file in which two agents are remembered, one of them with a name that no terminal should get. */
async function filled(): Promise<string> {
  const file = join(folder, `trust-${files++}.db`);
  let now = Date.now() - 3 * DAY;
  await using trust = await openTrust({ file, clock: () => now });
  const { cache } = trust;
  const at = anInterface({ cardUrl: agent });
  cache.cardSeen(agent, 'one');
  cache.refuse(agent, 'order-17', 'its streams are \u001b[31mmute');
  cache.broken(at, aFinding());
  now += DAY;
  cache.modeSeen({ at, skill: 'quote', kind: 'input-required', mode: 'application/json' }, false);
  now = Date.now() - 5.5 * MINUTE;
  cache.broken(at, aFinding());
  cache.kept(at, 'task');
  cache.kept(at, 'task');
  cache.broken(at, aFinding({ claim: 'cancel', rule: 'cancel/never-settles', certainty: 'suspected' }));
  cache.kept(anInterface({ cardUrl: other, tenant: 'acme\u001b[2J', credential: 'robot' }), 'cancel');
  return file;
}

describe('probity trust', { concurrency: 4 }, () => {
  test('list: every agent, how it stands, what is suspect and for how long', async () => {
    const { code, stdout } = await runHere(['trust', 'list', '--trust', await filled()]);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^https:\/\/agent\.example\S+\n {2}1 suspect, 1 verified, 1 unverified, 1 refused task; last seen 5 min ago\n/,
    );
    assert.match(stdout, /\n {2}suspect {2}stream\.send {2}stream\/no-terminal, for 24 min more\n/);
    assert.match(stdout, /\nhttps:\/\/other\.example\S+\n {2}1 verified; last seen 5 min ago\n/);
  });

  test('show: every claim of one agent, in words relative to now, safe on a terminal', async () => {
    const file = await filled();
    const { code, stdout } = await runHere(['trust', 'show', 'https://agent.example', '--trust', file]);
    assert.equal(code, 0);
    assert.match(stdout, /Its card is as it was first seen 3 days ago\./);
    assert.match(stdout, /\nhttps:\/\/agent\.example\/rpc, A2A 1\.0 over JSONRPC, anonymous\n/);
    assert.match(
      stdout,
      /\n {2}stream\.send {2}suspect: stream\/no-terminal, 5 min ago; for 24 min more; broken once before\n/,
    );
    assert.match(stdout, /\n {2}task {9}verified: kept 2 times, last 5 min ago\n/);
    assert.match(stdout, /\n {2}cancel {7}unverified; cancel\/never-settles is suspected, 5 min ago\n/);
    assert.match(stdout, /application\/json {2}refused in an answer to input-required, skill quote, 2 days ago/);
    assert.match(stdout, /order-17 {2}3 days ago: its streams are \\x1b\[31mmute/);
    assert.doesNotMatch(stdout, /other\.example/);
    const all = await runHere(['trust', 'show', '--trust', file]);
    assert.match(all.stdout, /tenant acme\\x1b\[2J, as robot/);
    for (const text of [stdout, all.stdout]) assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f]/);
  });

  test('for programs: all of it as data', async () => {
    const { stdout } = await runHere(['trust', 'show', 'agent.example', '--json', '--trust', await filled()]);
    const { schemaVersion, agents, now } = JSON.parse(stdout);
    assert.equal(schemaVersion, 1);
    assert.equal(agents.length, 1);
    const [{ claims, ...at }] = agents[0].interfaces;
    assert.deepEqual(at, {
      url: 'https://agent.example/rpc',
      binding: 'JSONRPC',
      dialect: '1.0',
      tenant: null,
      credential: null,
    });
    const send = claims.find(({ claim }: { claim: string }) => claim === 'stream.send');
    assert.equal(send.state, 'suspect');
    assert.equal(send.demotions, 2);
    assert.ok(send.until > now);
    assert.equal(agents[0].refusals[0].work, 'order-17');
  });

  test('an agent that is not there: exit 2, and who may be meant', async () => {
    const { code, stderr } = await runHere(['trust', 'show', 'https://agnet.example', '--trust', await filled()]);
    assert.equal(code, 2);
    assert.match(stderr, /Nothing is remembered of https:\/\/agnet\.example\. Did you mean agent\.example\b/);
  });

  test('reset: one claim, one agent, or all, and no more than was said', async () => {
    const file = await filled();
    const standing = async (): Promise<string> => {
      await using trust = await openTrust({ file });
      const [first, second] = [
        anInterface({ cardUrl: agent }),
        anInterface({ cardUrl: other, tenant: 'acme\u001b[2J', credential: 'robot' }),
      ];
      const states = [
        trust.cache.standingOf(first, 'stream.send'),
        trust.cache.standingOf(first, 'task'),
        trust.cache.standingOf(second, 'cancel'),
      ].map(({ state }) => state);
      return [...states, trust.cache.refusalOf(agent, 'order-17') === undefined ? 'lifted' : 'refused'].join(' ');
    };
    const reset = (...args: string[]) => runHere(['trust', 'reset', '--trust', file, ...args]);
    assert.equal((await reset()).code, 2);
    assert.equal(await standing(), 'suspect verified verified refused');
    const one = await reset('https://agent.example', '--claim', 'stream.send');
    assert.match(
      one.stdout,
      /^Forgot 1 claim of https:\/\/agent\.example\S+\.\nWhat was refused to it stays refused: 1 task\.\n$/,
    );
    assert.equal(await standing(), 'unverified verified verified refused');
    await reset(agent);
    assert.equal(await standing(), 'unverified unverified verified refused');
    assert.equal((await reset('https://agent.example', '--all')).code, 2);
    assert.match((await reset('--all')).stdout, / of 2 agents\.\n/);
    assert.equal(await standing(), 'unverified unverified unverified refused');
  });

  test('a beginning that several agents have resets none of them', async () => {
    const file = join(folder, 'several.db');
    {
      await using trust = await openTrust({ file });
      for (const name of ['a', 'b'])
        trust.cache.kept(anInterface({ cardUrl: `https://agents.example/${name}/card` }), 'task');
    }
    const { code, stderr } = await runHere(['trust', 'reset', 'https://agents.example', '--trust', file]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /beginning of several: https:\/\/agents\.example\/a\/card, https:\/\/agents\.example\/b\/card/,
    );
  });

  test('without a file: nothing is remembered, and none is made; a named one that is missing is a mistake', async () => {
    const env = { XDG_STATE_HOME: join(folder, 'state') };
    const { code, stdout } = await run(['trust', 'list'], { env });
    assert.equal(code, 0);
    assert.match(stdout, /^Nothing is remembered yet: there is no .*\/state\/probity\/probity\.db\.\n$/);
    assert.ok(!existsSync(env.XDG_STATE_HOME));
    const missing = await runHere(['trust', 'list', '--trust', join(folder, 'missing.db')]);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /There is no .*missing\.db/);
  });

  test('a file that is something else: exit 2, and what to do', async () => {
    const file = join(folder, 'diary.txt');
    writeFileSync(file, 'dear diary');
    const { code, stderr } = await runHere(['trust', 'list', '--trust', file]);
    assert.equal(code, 2);
    assert.match(stderr, /diary\.txt is not a file of Probity's, and was left as it is\. Name another file\./);
  });

  test('a refusal says what was found, until when it counts, and how to go on', async () => {
    const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 10 });
    const file = join(folder, `trust-${files++}.db`);
    try {
      const first = await runHere(['delegate', lab.url, '--text', 'hello', '--trust', file, '--json']);
      assert.equal(first.code, 0, first.stdout);
      {
        await using trust = await openTrust({ file });
        const key = trust.cache.rows().flatMap((row) => (row.kind === 'claim' ? [row.key] : []))[0];
        assert.ok(key);
        trust.cache.broken(key, aFinding({ claim: 'task', rule: 'cancel/resurrected' }));
      }
      const { code, stderr } = await runHere(['delegate', lab.url, '--text', 'hello', '--trust', file]);
      assert.equal(code, 1, stderr);
      assert.match(
        stderr,
        /claim task is suspect since \d{4}-\S+ \(cancel\/resurrected\): nothing relies on it before \d{4}-/,
      );
      assert.match(stderr, /trust show http\S+ .*--no-trust, or trust reset/s);
    } finally {
      await lab.close();
    }
  });
});
