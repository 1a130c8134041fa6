import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type LabPeer, startLab } from '../../src/lab/index.ts';
import { run, runHere, start } from './cli.ts';
import { startScriptedAgent } from './scripted-agent.ts';

let honest: LabPeer;
let zombie: LabPeer;

before(async () => {
  honest = await startLab({ stepMs: 40 });
  zombie = await startLab({ stepMs: 40, deviations: [{ name: 'zombie-cancel', knobs: { seconds: 0.4 } }] });
});

after(async () => {
  await honest.close();
  await zombie.close();
});

describe('probity delegate', { concurrency: 4 }, () => {
  test('a verified success: exit 0, the verdict and the result on stdout, nothing on stderr', async () => {
    const { code, stdout, stderr } = await run(['delegate', honest.url, '--text', 'hello']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^✔ completed, verified\n/);
    assert.match(stdout, /\nanswer {2}text\/plain\n {2}chunk 0 chunk 1 chunk 2\n/);
    assert.match(stdout, /\nno findings\n$/);
    assert.equal(stderr, '');
  });

  test('any other outcome: exit 1', async () => {
    const { code, stdout } = await run(['delegate', honest.url, '--text', 'fail please']);
    assert.equal(code, 1);
    assert.match(stdout, /^✖ failed, verified\n/);
    assert.match(stdout, /failed on purpose/);
  });

  test('a question of the agent is shown, and that the task is open: exit 1', async () => {
    const { code, stdout } = await runHere(['delegate', honest.url, '-t', 'clarify the order']);
    assert.equal(code, 1);
    assert.match(stdout, /^! input required\n/);
    assert.match(stdout, /which one\?/);
  });

  test('an answer without a task is a success', async () => {
    const { code, stdout } = await runHere(['delegate', honest.url, '--text', 'message please']);
    assert.equal(code, 0);
    assert.match(stdout, /^✔ answered\n/);
    assert.match(stdout, / {2}a plain message\n/);
  });

  test('the text can come from stdin', async () => {
    const { code } = await run(['delegate', honest.url, '-'], { input: 'message please\n' });
    assert.equal(code, 0);
    const asText = await runHere(['delegate', honest.url, '--text', '-'], 'message please');
    assert.match(asText.stdout, /^✔ answered/);
  });

  test('data goes as a data part, from a file or from stdin', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'probity-cli-'));
    try {
      const file = join(folder, 'order.json');
      writeFileSync(file, '{ "pieces": [1, 2] }');
      for (const [name, input] of [
        [file, ''],
        ['-', '{ "pieces": [1, 2] }'],
      ] as const) {
        const { code, stdout } = await runHere(['delegate', honest.url, '--data', name, '--json'], input);
        assert.equal(code, 0);
        const { outcome } = JSON.parse(stdout);
        assert.deepEqual(outcome.task.artifacts[0].parts[0].data, { pieces: [1, 2] });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('--record writes no credential, whatever the agent repeats of what it was sent', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'probity-'));
    const file = join(folder, 'seen.jsonl');
    const secrets = ['flag-token-of-mine', 'profile-key-of-mine'];
    const said = secrets.join(' and ');
    const task = {
      id: 't-1',
      contextId: said,
      status: {
        state: 'TASK_STATE_COMPLETED',
        message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: said }] },
      },
      artifacts: [
        { artifactId: said, parts: [{ data: { [said]: said, role: said, kind: { deep: said }, state: [said] } }] },
      ],
    };
    const agent = await startScriptedAgent({
      SendMessage: { result: { task } },
      GetTask: { error: { code: -32603, message: said } },
    });
    try {
      const profile = join(folder, 'profile.json');
      writeFileSync(join(folder, 'key'), `${secrets[1]}\n`);
      writeFileSync(profile, JSON.stringify({ credentials: { apiKey: `file:${join(folder, 'key')}` } }));
      const args = ['delegate', agent.url, '--text', 'hello', '--profile', profile, '--timeout', '5s'];
      await runHere([...args, '--bearer', 'flag-token-of-mine', '--record', file]);
      const record = readFileSync(file, 'utf8');
      for (const secret of secrets) assert.ok(!record.includes(secret), record);
      assert.match(record, /••• and •••/);
      const judged = await runHere(['judge', file, '--json']);
      assert.ok(judged.code === 0 || judged.code === 1, judged.stderr);
    } finally {
      await agent.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('--record writes what was seen, and judge finds in it what was found', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'probity-'));
    const liar = await startLab({ deviations: ['artifact-after-end'], bindings: ['JSONRPC'], stepMs: 20 });
    try {
      const file = join(folder, 'seen.jsonl');
      const told = await runHere(['delegate', liar.url, '--text', 'hello', '--json', '--record', file]);
      const rules = JSON.parse(told.stdout).outcome.findings.map((finding: { rule: string }) => finding.rule);
      assert.ok(rules.includes('stream/after-terminal'));
      const judged = await runHere(['judge', file]);
      assert.equal(judged.code, 1);
      for (const rule of rules) assert.match(judged.stdout, new RegExp(rule));
      assert.equal((await runHere(['delegate', liar.url, '--text', 'hello', '--record', folder])).code, 2);
    } finally {
      await liar.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('--json is one object that says all there is to branch on', async () => {
    const { code, stdout } = await runHere(['delegate', honest.url, '--text', 'hello', '--json']);
    assert.equal(code, 0);
    const { outcome, ...rest } = JSON.parse(stdout);
    const { tookMs, ...head } = rest;
    assert.equal(typeof tookMs, 'number');
    assert.ok(head.agent.explanation.length > 3);
    delete head.agent.explanation;
    assert.deepEqual(head, {
      schemaVersion: 1,
      target: honest.url,
      agent: {
        name: 'Probity lab agent',
        cardUrl: honest.cardUrl,
        url: `${honest.url}/`,
        binding: 'JSONRPC',
        dialect: '1.0',
        headers: 'none',
        opening: head.agent.opening,
      },
      exitCode: 0,
    });
    const { kind, ok, confirmed, reported, findings } = outcome;
    assert.deepEqual(
      { kind, ok, confirmed, reported, findings },
      { kind: 'completed', ok: true, confirmed: true, reported: 'completed', findings: [] },
    );
    assert.equal(outcome.taskId, outcome.task.id);
    assert.match(outcome.digest, /^[0-9a-f]{64}$/);
    assert.equal(
      outcome.task.artifacts[0].parts.map((part: { text: string }) => part.text).join(''),
      'chunk 0 chunk 1 chunk 2 ',
    );
  });

  test('what was read is in the JSON once, not again as it came', async () => {
    const { stdout } = await runHere(['delegate', honest.url, '--text', 'clarify it', '--events']);
    assert.doesNotMatch(stdout, /"raw"/);
    assert.match(stdout, /"which one\?"/);
  });

  test('--events are lines of JSON, and the outcome is the last', async () => {
    const { stdout } = await runHere(['delegate', honest.url, '--text', 'hello', '--events']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.at(-1).outcome.kind, 'completed');
    const kinds = lines.slice(0, -1).map(({ event }) => event.kind);
    assert.deepEqual(kinds.slice(0, 2), ['planned', 'opened']);
    for (const kind of ['state', 'artifact', 'verifying']) assert.ok(kinds.includes(kind), kind);
    assert.ok(lines.every(({ schemaVersion }) => schemaVersion === 1));
  });

  test('a lie is told by rule, with what showed it, what it costs and what mends it', async () => {
    const { code, stdout } = await runHere(['delegate', zombie.url, '--text', 'slow 50', '--cancel-after', '50ms']);
    assert.equal(code, 1);
    assert.match(stdout, /^✖ orphaned\n/);
    assert.match(stdout, /cancel\/resurrected {2}error, certain\n {4}because {4}\S/);
    assert.match(stdout, /\n {4}costs you {2}\S/);
    assert.match(stdout, /\n {4}vendor {5}\S/);
    assert.doesNotMatch(stdout, /tick/, 'nothing passes the fence');
  });

  test('a lie in JSON', async () => {
    const args = ['delegate', zombie.url, '--text', 'slow 50', '--cancel-after', '50ms', '--json'];
    const { code, stdout } = await runHere(args);
    assert.equal(code, 1);
    const { outcome } = JSON.parse(stdout);
    assert.equal(outcome.kind, 'orphaned');
    assert.equal(outcome.stopped, 'cancel');
    assert.ok(outcome.orphan.wentOnMs > 0);
    assert.equal(outcome.orphan.endedAs, 'completed');
    const finding = outcome.findings.find((each: { rule: string }) => each.rule === 'cancel/resurrected');
    assert.equal(finding.severity, 'error');
    assert.equal(finding.certainty, 'certain');
    assert.equal(finding.basis.kind, 'policy');
    assert.equal(typeof finding.because, 'string');
    assert.deepEqual(Object.keys(finding.seen).slice(0, 5), ['kind', 'operation', 'channel', 'asked', 'received']);
    assert.ok(finding.evidence.length > 0);
  });

  test('when the time is over the task is cancelled, and what that brought is told', async () => {
    const { code, stdout } = await runHere(['delegate', zombie.url, '--text', 'slow 50', '--timeout', '1s']);
    assert.equal(code, 1);
    assert.match(stdout, /Its time was over, so it was cancelled\./);
  });

  test('--verbose tells what happens where stderr is no terminal', async () => {
    const { stdout, stderr } = await runHere(['delegate', honest.url, '--text', 'hello', '--verbose']);
    assert.match(stderr, /task [0-9a-f-]{36}\n/);
    assert.match(stderr, /working: “working on it”\n/);
    assert.match(stderr, /says completed; verifying\n/);
    assert.doesNotMatch(stderr, /\u001b/);
    assert.match(stdout, /^✔ completed/);
  });

  test('an agent that is not there: exit 3, and what to do', async () => {
    const { code, stdout, stderr } = await run(['delegate', 'http://127.0.0.1:1', '--text', 'hello']);
    assert.equal(code, 3);
    assert.equal(stdout, '');
    assert.match(stderr, /^probity: http:\/\/127\.0\.0\.1:1 refuses connections\. Check /);
  });

  test('an agent that is not there, in JSON', async () => {
    const { code, stdout } = await runHere(['delegate', 'http://127.0.0.1:1', '--text', 'hello', '--json']);
    assert.equal(code, 3);
    const { error, ...rest } = JSON.parse(stdout);
    assert.deepEqual(rest, { schemaVersion: 1, target: 'http://127.0.0.1:1', exitCode: 3 });
    assert.equal(error.code, 'card-unreachable');
  });

  test('a message that got lost on its way: exit 3, and a warning against sending it again', async () => {
    const agent = await startScriptedAgent({ SendMessage: 'breaks' });
    try {
      const { code, stdout } = await runHere(['delegate', agent.url, '--text', 'hello']);
      assert.equal(code, 3);
      assert.match(stdout, /^✖ unknown\n/);
      assert.match(stdout, /Nothing was sent twice\./);
      assert.match(stdout, /before you send it again/);
    } finally {
      await agent.close();
    }
  });

  test('a command line that makes no sense: exit 2, and what was probably meant', async () => {
    const { code, stdout, stderr } = await run(['delgate', honest.url]);
    assert.equal(code, 2);
    assert.match(stderr, /^probity: unknown command 'delgate'\. Did you mean delegate\?\n$/);
    assert.equal(stdout, '');
  });

  test('each slip is named, before anything is sent', async () => {
    const { url } = honest;
    for (const [args, says] of [
      [['delegate'], /missing required argument 'agent'/],
      [['delegate', url], /Say what to delegate/],
      [['delegate', url, '-', '--text', 'a'], /Give one of/],
      [['delegate', url, 'hello'], /What to do with “hello”\?/],
      [['delegate', url, '--text', ' '], /There is no text/],
      [['delegate', url, '--text', 'a', '--timeout', '10'], /Did you mean 10s\?/],
      [['delegate', url, '--text', 'a', '--timeout', '0s'], /no time to work in/],
      [['delegate', url, '--text', 'a', '--cancel-after', 'soon'], /such as 500ms, 2s, 10m or 1h/],
      [['delegate', url, '--data', '/nowhere.json'], /Can't read \/nowhere\.json/],
      [['delegate', url, '--data', '-'], /is not JSON/],
      [['delegate', url, '--text', 'a', '--header', 'nonsense'], /'Name: value'/],
      [['delegate', url, '--text', 'a', '--bearer', 'env:NOT_THERE'], /NOT_THERE holds no token/],
      [['delegate', 'localhost:9', '--text', 'a'], /Did you mean http:\/\/localhost:9\?/],
      [['delegate', 'agent.example', '--text', 'a'], /Did you mean https:\/\/agent\.example\?/],
      [['delegate', url, '--txt', 'a'], /Did you mean --text\?/],
    ] as const) {
      const { code, stdout, stderr } = await runHere(args);
      assert.equal(code, 2, `${args.join(' ')}\n${stderr}`);
      assert.match(stderr, says);
      assert.match(stderr, /^probity: /);
      assert.equal(stdout, '');
    }
  });

  test('headers and the bearer token go out, and no secret shows in an error', async () => {
    const agent = await startScriptedAgent({
      SendMessage: { result: { message: { messageId: 'm', parts: [{ text: 'hi' }] } } },
    });
    try {
      const args = ['delegate', agent.url, '--text', 'a', '-H', 'X-Team: blue', '--bearer', 'env:AGENT_TOKEN'];
      process.env['AGENT_TOKEN'] = 's3cret';
      const { code } = await runHere(args);
      assert.equal(code, 0);
      assert.ok(agent.requests.length >= 2);
      for (const { headers } of agent.requests) {
        assert.equal(headers['authorization'], 'Bearer s3cret');
        assert.equal(headers['x-team'], 'blue');
      }
      const broken = await runHere(['delegate', agent.url, '--text', 'a', '-H', 'X-Key: s3cret\u0007']);
      assert.equal(broken.code, 2);
      assert.doesNotMatch(broken.stderr, /s3cret/);
    } finally {
      await agent.close();
    }
  });

  test('what an agent says can do nothing to the terminal', async () => {
    const evil = '\u001b[2J\u001b]0;title\u0007\u009b31m\u202eevil\u2066\r\u0008';
    const status = { state: 'TASK_STATE_COMPLETED', message: { messageId: 'm', parts: [{ text: evil }] } };
    const artifacts = [
      {
        artifactId: evil,
        name: evil,
        parts: [{ text: `one\ntwo${evil}`, mediaType: evil }, { data: { [evil]: evil } }, { url: `https://x/${evil}` }],
      },
    ];
    const task = { id: `t${evil}`, contextId: evil, status, artifacts };
    const agent = await startScriptedAgent(
      { SendMessage: { result: { task } }, GetTask: { result: task } },
      { name: evil },
    );
    const refusing = await startScriptedAgent(
      { SendMessage: { error: { code: -32602, message: evil } } },
      { name: evil },
    );
    const foreign = await startScriptedAgent(
      {},
      { name: evil, supportedInterfaces: [{ url: 'x', protocolBinding: evil }] },
    );
    try {
      const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
      for (const { url } of [agent, refusing, foreign]) {
        for (const more of [['--verbose'], ['--events']]) {
          const { stdout, stderr } = await runHere(['delegate', url, '--no-trust', '--text', 'a', ...more]);
          assert.doesNotMatch(stdout.replaceAll('\n', ''), unsafe);
          assert.doesNotMatch(stderr.replaceAll('\n', ''), unsafe);
          assert.match(stdout + stderr, /evil/);
        }
      }
      const { stdout } = await run(['delegate', agent.url, '--no-trust', '--text', 'a']);
      assert.match(stdout, /\n {2}one\n {2}two\\x1b\[2J/);
    } finally {
      await Promise.all([agent.close(), refusing.close(), foreign.close()]);
    }
  });

  test('a reader that leaves is no error', async () => {
    const { child, ended } = start(['delegate', honest.url, '--text', 'hello', '--events']);
    child.stdin.end();
    child.stdout.destroy();
    const { code, stderr } = await ended;
    assert.equal(code, 0);
    assert.equal(stderr, '');
  });

  test('colour where it is wanted, and none where NO_COLOR says so', async () => {
    const args = ['delegate', honest.url, '--text', 'message please'];
    const plain = await run(args, { env: { NO_COLOR: '1' } });
    assert.doesNotMatch(plain.stdout, /\u001b/);
    const coloured = await run(args, { env: { FORCE_COLOR: '1' } });
    assert.match(coloured.stdout, /\u001b\[32m/);
  });
});
