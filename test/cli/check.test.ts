import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { cardWith } from '../../src/contract/setting.ts';
import { startLab } from '../../src/lab/index.ts';
import { openTrust } from '../../src/store/open-trust.ts';
import { aFinding, anInterface } from '../trust/sample-finding.ts';
import { run, runHere } from './cli.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probity-check-'));
});
after(() => rm(folder, { recursive: true }));

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  return path;
}

const CARD = cardWith({
  provider: { organization: 'Example', url: 'https://agent.example' },
  skills: [{ id: 'work', name: 'Work', description: 'Works on it.', tags: ['work'] }],
}).raw;

describe('probity check', { concurrency: 4 }, () => {
  it('says first whether a task can be carried through, then how: exit 0', async () => {
    const { code, stdout, stderr } = await run(['check', '--offline', await file('good.json', CARD)]);
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /^Agent 1\.0\.0\n.*good\.json\n\naccept {2}A task like this can be carried through\.\n\n {2}interface {4}A2A 1\.0 over JSONRPC/,
    );
    assert.match(stdout, /\n {2}silence {6}15s \(by default\), then reads take over\n/);
    assert.match(stdout, /\nNo findings\.\n$/);
    assert.equal(stderr, '');
  });

  it('finds the card of an agent, asks what its interfaces speak, and creates nothing there', async () => {
    const lab = await startLab();
    try {
      const { code, stdout } = await runHere(['check', lab.url]);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /^accept {2}/m);
      assert.deepEqual(
        lab.ledger.entries.filter(({ kind }) => kind === 'run'),
        [],
      );
    } finally {
      await lab.close();
    }
  });

  it('says in plain words which interface it passes over, since when, by which rule, and what that means', async () => {
    const lab = await startLab();
    const trustFile = join(folder, 'passed-over.db');
    try {
      const { card, negotiation } = JSON.parse((await runHere(['check', lab.url, '--json'])).stdout);
      const { url } = negotiation.plan.interface;
      const since = Date.UTC(2100, 0, 1, 12, 30);
      {
        await using trust = await openTrust({ file: trustFile, clock: () => since });
        const at = anInterface({ cardUrl: card.place, interfaceUrl: url });
        for (const claim of ['stream.send', 'stream.subscribe'] as const) trust.cache.broken(at, aFinding({ claim }));
      }
      const { code, stdout } = await runHere(['check', lab.url, '--trust', trustFile]);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /^accept {2}A task like this can be carried through\. Not on the interface that the card/m);
      assert.match(stdout, /\n {2}interface +A2A 1\.0 over HTTP\+JSON, /);
      assert.ok(new RegExp(`\n  passed over +JSONRPC, ${url}, which the card prefers\n`).test(stdout), stdout);
      assert.match(
        stdout.replace(/\n +/g, ' '),
        /because +its claim stream\.\w+ is suspect since 2100-01-01T12:30Z \(\S+\/\S+\): nothing relies on it before/,
      );
      assert.match(stdout, /\n {2}which means +the agent did not keep its word there/);
      const json = JSON.parse((await runHere(['check', lab.url, '--trust', trustFile, '--json'])).stdout);
      const [first] = json.negotiation.plan.passedOver.suspect;
      assert.deepEqual([first.since, typeof first.rule, first.until > since], [since, 'string', true]);
    } finally {
      await lab.close();
    }
  });

  it('goes by what was seen of the agent, where it is told where that is kept', async () => {
    const lab = await startLab({ bindings: ['JSONRPC'] });
    const trustFile = join(folder, 'trust.db');
    const task = await file('streamed.yaml', 'needs: [streaming]\n');
    try {
      const { code, stdout } = await runHere(['check', lab.url, '--task', task, '--format', 'json']);
      assert.equal(code, 0, stdout);
      const { card, negotiation } = JSON.parse(stdout);
      const at = anInterface({ cardUrl: card.place, interfaceUrl: negotiation.plan.interface.url });
      {
        await using trust = await openTrust({ file: trustFile });
        trust.cache.broken(at, aFinding({ claim: 'stream.subscribe' }));
        trust.cache.broken(at, aFinding());
      }
      const knowing = await runHere(['check', lab.url, '--task', task, '--trust', trustFile]);
      assert.match(knowing.stdout, /contract\/suspect-capability/);
      assert.equal(knowing.code, 1, knowing.stdout);
      const none = await runHere(['check', lab.url, '--trust', join(folder, 'none.db')]);
      assert.equal(none.code, 2);
      assert.match(none.stderr, /There is no .*none\.db/);
      const swapped = await runHere(['check', '--trust', lab.url]);
      assert.equal(swapped.code, 2);
    } finally {
      await lab.close();
    }
  });

  it('tells what has to be given up for a kind of task', async () => {
    const task = await file('live.yaml', 'output: [audio/pcm, text/plain]\nstreamed: [audio/pcm]\nprefers: [push]\n');
    const card = await file('batch.json', {
      ...CARD,
      capabilities: {},
      defaultOutputModes: ['text/plain', 'audio/pcm'],
    });
    const { code, stdout } = await runHere(['check', '--offline', card, '--task', task]);
    assert.equal(code, 0);
    assert.match(stdout, /\ndegrade {2}/);
    assert.match(stdout, /\n {2}given up {5}audio\/pcm, since audio\/pcm is of use to this task only as a stream/);
    assert.match(stdout, /\n {2}given up {5}push, since the task prefers push/);
    assert.match(
      stdout,
      /contract\/streaming-only-mode {2}warning, certain\n {2}place {3}\/defaultOutputModes, line \d+, column \d+/,
    );
    const strict = await runHere(['check', '--offline', card, '--task', task, '--fail-on', 'warning']);
    assert.equal(strict.code, 1);
  });

  it('says why nothing should be sent: exit 1', async () => {
    const task = await file('live-only.json', { output: ['audio/pcm'], streamed: ['audio/*'] });
    const card = await file('deaf.json', { ...CARD, capabilities: {}, defaultOutputModes: ['audio/pcm'] });
    const { code, stdout } = await runHere(['check', '--offline', card, '-t', task]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /\nrefuse {2}.* Nothing should be sent\.\n\n {2}why {2}the result can not be taken: audio\/pcm is of use/,
    );
  });

  it('says what it depends on where it can not be decided: exit 3', async () => {
    const profile = await file('client.yaml', 'bindings: [GRPC]\nacquirable: [bindings]\n');
    const { code, stdout } = await runHere(['check', '--offline', await file('g.json', CARD), '-p', profile]);
    assert.equal(code, 3);
    assert.match(stdout, /\ndefer {2}.*\n\n {2}depends on {2}bindings \(acquirable, says the profile\)/);
    const extended = await file('x.json', { ...CARD, capabilities: { streaming: true, extendedAgentCard: true } });
    const skill = await file('skill.yaml', 'skill: hidden\n');
    const unread = await runHere(['check', '--offline', extended, '-t', skill]);
    assert.equal(unread.code, 3);
    assert.match(unread.stdout, /depends on {2}the extended card, which was not read/);
  });

  it('takes credentials to be at hand only where no profile says otherwise', async () => {
    const card = await file('key.json', {
      ...CARD,
      securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
      securityRequirements: [{ schemes: { key: { list: [] } } }],
    });
    const anybody = await runHere(['check', '--offline', card]);
    assert.match(anybody.stdout, /\naccept {2}(.|\n)*credentials {2}key\n/);
    const empty = await runHere(['check', '--offline', card, '-p', await file('empty.json', {})]);
    assert.equal(empty.code, 1);
    assert.match(empty.stdout, /no call is let in: a credential is missing for key/);
    const profile = await file('held.json', { credentials: { apiKey: 'env:THE_KEY' } });
    assert.equal((await runHere(['check', '--offline', card, '-p', profile])).code, 0);
  });

  it('compares with an earlier card', async () => {
    const old = await file('old.json', { ...CARD, version: '0.9.0', capabilities: { streaming: false } });
    const { code, stdout } = await runHere(['check', '--offline', await file('new.json', CARD), '--diff', old]);
    assert.equal(code, 0);
    assert.match(stdout, /\n2 changes\n/);
    assert.match(stdout, /changed {2}version: "0\.9\.0" became "1\.0\.0"/);
    assert.match(stdout, /streaming: false became true/);
  });

  it('reads a card from stdin, and says where it is none: exit 1', async () => {
    assert.equal((await runHere(['check', '--offline', '-'], JSON.stringify(CARD))).code, 0);
    const { code, stdout } = await runHere(['check', '--offline', '-'], '{"name": "x",}');
    assert.equal(code, 1);
    assert.match(stdout, /\nno card {2}(.|\n)*card\/not-json {2}.*\n {2}place {3}line 1, column 14\n/);
  });

  it('says that no card can be had: exit 3', async () => {
    const { code, stdout } = await runHere(['check', 'http://127.0.0.1:9/']);
    assert.equal(code, 3);
    assert.match(stdout, /\nno card {2}(.|\n)*refuses\s+connections/);
  });

  it('says where the command line or a file is wrong: exit 2', async () => {
    const card = await file('card.json', CARD);
    for (const [args, message] of [
      [['none.json'], /^probity: none\.json is no file, and no URL of http or https\./],
      [[card, '-p', join(folder, 'none.yaml')], /^probity: Can't read .*none\.yaml/],
      [
        [card, '-p', await file('slip.json', '{"bindigs": []}')],
        /slip\.json: Line 1, column 2: .*Did you mean bindings\?/,
      ],
      [
        [card, '-t', await file('slip.yaml', 'needs: [stream]')],
        /slip\.yaml: Line 1, column 9: .*Did you mean streaming\?/,
      ],
      [[card, '--diff', await file('cut.json', '{')], /cut\.json: it is no JSON: it ends too early/],
      [[card, '--format', 'xml'], /xml/],
      [[], /missing required argument/],
    ] as const) {
      const { code, stdout, stderr } = await runHere(['check', ...args]);
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
  });
});

describe('probity check, for programs', { concurrency: 4 }, () => {
  it('writes the decision, the plan and what was given up as JSON', async () => {
    const card = await file('json.json', { ...CARD, capabilities: {} });
    const task = await file('json.yaml', 'prefers: [push]\nmaxDuration: 2m\n');
    const { code, stdout } = await runHere(['check', '--offline', card, '-t', task, '-f', 'json']);
    const json = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.deepEqual([json.schemaVersion, json.exitCode, json.negotiation.decision], [1, 0, 'degrade']);
    assert.deepEqual(
      json.negotiation.givenUp.map(({ what, rule }: { what: string; rule: string }) => [what, rule]),
      [['push', 'contract/need-denied']],
    );
    const { plan } = json.negotiation;
    assert.deepEqual([plan.opening, plan.bounds.duration], ['poll', { ms: 120_000, source: 'task-class' }]);
    assert.match(plan.explanation.join(' '), /It calls without credentials\. The message is sent without waiting/);
    assert.deepEqual(
      json.findings.map(({ rule, effect }: { rule: string; effect: string }) => [rule, effect]),
      [['contract/need-denied', 'degrades']],
    );
  });

  it('writes SARIF that fits its schema', async () => {
    // The schema of SARIF 2.1.0 as the npm package @microsoft/jest-sarif 1.0.0-beta.0 (MIT) carries it, only set anew.
    const text = await readFile(new URL('./sarif-2.1.0.schema.json', import.meta.url), 'utf8');
    const { $schema: _, id: __, ...schema } = JSON.parse(text);
    const fits = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, logger: false }).compile(
      schema,
    );
    const wrong = {
      ...CARD,
      url: 'http://10.0.0.1/',
      supportedInterfaces: undefined,
      skills: [{}, {}],
      capabilities: 1,
    };
    for (const card of [CARD, wrong, '{', { ...CARD, supportedInterfaces: [{ url: '/here' }] }]) {
      const { stdout } = await runHere(['check', '--offline', await file('sarif.json', card), '-f', 'sarif']);
      const log = JSON.parse(stdout);
      assert.equal(fits(JSON.parse(stdout)), true, JSON.stringify(fits.errors));
      for (const { ruleId, ruleIndex } of log.runs[0].results) {
        assert.equal(log.runs[0].tool.driver.rules[ruleIndex].id, ruleId);
      }
    }
    const { stdout } = await runHere(['check', '--offline', await file('sarif.json', wrong), '-f', 'sarif']);
    const [run] = JSON.parse(stdout).runs;
    assert.ok(
      run.results.some(
        (result: { locations: [{ physicalLocation: object }] }) => 'region' in result.locations[0].physicalLocation,
      ),
    );
  });

  it('shows what a card says, and obeys none of it', async () => {
    const evil = '\u001b[2J\u202e\u0007';
    const interfaces = [{ url: 'https://agent.example/', protocolBinding: evil, protocolVersion: '1.0' }];
    const card = await file('evil.json', {
      ...CARD,
      name: evil,
      supportedInterfaces: interfaces,
      skills: [{ id: evil }],
    });
    for (const format of ['text', 'json', 'sarif']) {
      const { stdout } = await runHere(['check', '--offline', card, '-f', format]);
      assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });

  it('shows no URL of a card with what is secret in it, in no format', async () => {
    const url = 'https://user:PASSW0RD@agent.example/a2a?token=SECRETKEY#FRAGMENT';
    const old = {
      url,
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [{ url: `${url}2`, transport: 'HTTP+JSON' }],
    };
    const open = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: url, scopes: {} } } };
    const insecure = url.replace('https', 'http');
    for (const card of [
      {
        ...CARD,
        supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
        documentationUrl: url,
      },
      { ...CARD, ...old, protocolVersion: '0.3.0', supportedInterfaces: undefined, securitySchemes: { open } },
      { ...CARD, ...old, protocolVersion: '0.3.0', url: `${insecure}x`, iconUrl: url, description: `See ${url}.` },
      { ...CARD, supportedInterfaces: [{ url: insecure, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] },
      {
        ...CARD,
        name: url,
        supportedInterfaces: [{ url: `{host}/${url}`, protocolBinding: url, protocolVersion: url }],
      },
    ]) {
      const [now, before] = [await file('secret.json', card), await file('open.json', CARD)];
      for (const format of ['text', 'json', 'sarif']) {
        const { stdout, stderr } = await runHere(['check', '--offline', now, '--diff', before, '-f', format]);
        assert.doesNotMatch(`${stdout}${stderr}`.replace(/\s+/g, ''), /PASSW0RD|SECRETKEY|FRAGMENT/);
        assert.match(stdout, /card\/secret/, stderr);
      }
    }
  });
});
