import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { textOf } from '../evidence/recorded.ts';
import { run, runHere } from './cli.ts';

const CLEAN = textOf('a2a-js-0.3.14/send-blocking');
const LIAR = textOf('voltagent/stream-cancel-midway');

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probity-judge-'));
});
after(() => rm(folder, { recursive: true }));

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('probity judge', { concurrency: 4 }, () => {
  it('tells a clean record in a line: exit 0', async () => {
    const { code, stdout, stderr } = await run(['judge', await file('clean.jsonl', CLEAN)]);
    assert.equal(code, 0);
    assert.match(stdout, /^A2A 0\.3 over JSONRPC, 4 observations\n\nNo findings\.\n$/);
    assert.equal(stderr, '');
  });

  it('tells each finding, the gravest first, with the least that shows it: exit 1', async () => {
    const { code, stdout } = await runHere(['judge', '-'], LIAR);
    assert.equal(code, 1);
    const rules = [...stdout.matchAll(/^([a-z]+\/[a-z-]+) {2}(\w+), /gm)].map(
      ([, rule, severity]) => `${severity} ${rule}`,
    );
    assert.deepEqual(rules, [
      'error task/dialect-mix',
      'error cancel/resurrected',
      'warning history/duplicated',
      'note stream/sse-quirk',
      'note error/http-status',
    ]);
    assert.match(
      stdout,
      /The agent had said canceled, and then completed\.\n +2\.260 s {2}CancelTask +task .* canceled/,
    );
    assert.match(stdout, /\n +3\.025 s {2}SendStreamingMessage +task .* completed/);
    assert.match(stdout, /\n5 findings: 2 errors, 1 warning, 2 notes\.\nprobity explain task\/dialect-mix /);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 100, line);
  });

  it('fails from the severity on that is asked for', async () => {
    const record = textOf('google-adk/stream-complete');
    for (const [severity, expected] of [
      ['error', 0],
      ['warning', 1],
      ['note', 1],
    ] as const) {
      assert.equal((await runHere(['judge', '-', '--fail-on', severity], record)).code, expected, severity);
    }
  });

  it('writes JSON for programs', async () => {
    const { code, stdout } = await runHere(['judge', '-', '--json'], LIAR);
    const json = JSON.parse(stdout);
    assert.equal(code, 1);
    assert.deepEqual([json.schemaVersion, json.format, json.exitCode, json.unread], [1, 'trace', 1, []]);
    const [recording] = json.recordings;
    assert.equal(recording.claims.dialect, '0.3');
    const { witness, because, basis, taskId } = recording.findings.find(
      ({ rule }: { rule: string }) => rule === 'cancel/resurrected',
    );
    assert.equal(because, 'the agent had said canceled, and then completed');
    assert.equal(basis.kind, 'policy');
    assert.match(taskId, /^29719bd1-/);
    assert.deepEqual(
      witness.map(({ atMs, operation, kind }: { atMs: number; operation: string; kind: string }) => [
        atMs,
        operation,
        kind,
      ]),
      [
        [2260, 'CancelTask', 'task'],
        [3025, 'SendStreamingMessage', 'task'],
      ],
    );
  });

  it('goes by a card and a version that are given', async () => {
    const card = { url: 'http://agent.example/', protocolVersion: '0.3.0', capabilities: { streaming: false } };
    const cardFile = await file('card.json', JSON.stringify(card));
    const denied = await runHere(['judge', '-', '--card', cardFile], textOf('a2a-js-0.3.14/stream-complete'));
    assert.match(denied.stdout, /^stream\/undeclared /m);
    const as02 = await runHere(['judge', '-', '--dialect', '0.2'], CLEAN);
    assert.match(as02.stdout, /^A2A 0\.2 over JSONRPC/);
  });

  it('judges web-hooks where they were recorded', async () => {
    const lines = [
      {
        t: 0,
        dir: 'req',
        conn: 1,
        method: 'POST',
        path: '/',
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'message/send',
          params: {
            message: { kind: 'message', messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
            configuration: { blocking: false, pushNotificationConfig: { url: 'https://hook.example/1' } },
          },
        },
      },
      {
        t: 9,
        dir: 'res',
        conn: 1,
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: {
          jsonrpc: '2.0',
          id: 1,
          result: { kind: 'task', id: 't1', contextId: 'c1', status: { state: 'working' } },
        },
      },
      ...[1, 2].flatMap((conn) => [
        {
          t: conn * 9_000,
          dir: 'req',
          conn,
          method: 'POST',
          path: '/',
          body: { jsonrpc: '2.0', id: conn, method: 'tasks/get', params: { id: 't1' } },
        },
        {
          t: conn * 9_000 + 9,
          dir: 'res',
          conn,
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: {
            jsonrpc: '2.0',
            id: conn,
            result: { kind: 'task', id: 't1', contextId: 'c1', status: { state: 'completed' } },
          },
        },
      ]),
    ];
    const record = lines.map((line) => JSON.stringify(line)).join('\n');
    assert.doesNotMatch((await runHere(['judge', '-'], record)).stdout, /push\//);
    assert.match((await runHere(['judge', '-', '--push-within', '5s'], record)).stdout, /^push\/never-delivered /m);
  });

  it('says of whom each finding is where a record holds several, and what is doubtful about it', async () => {
    const calls = ['acme', 'other'].flatMap((tenant, conn) => [
      {
        t: 100 - 10 * conn,
        ...{ dir: 'req', conn, method: 'POST', path: '/a2a', headers: { 'a2a-version': '1.0' } },
        body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { tenant, id: 't1', historyLength: 1 } },
      },
      {
        ...{ t: 105, dir: 'res', conn, status: 200 },
        body: {
          jsonrpc: '2.0',
          id: 1,
          result: {
            id: 't1',
            contextId: 'c1',
            status: { state: 'TASK_STATE_WORKING' },
            history: [1, 2].map((id) => ({ messageId: `${id}`, role: 'ROLE_USER', parts: [{ text: `${id}` }] })),
          },
        },
      },
    ]);
    const record = calls.map((line) => JSON.stringify(line)).join('\n');
    const { stdout } = await runHere(['judge', '-'], record);
    for (const tenant of ['acme', 'other']) {
      assert.match(stdout, new RegExp(`\\nOf the agent at /a2a, tenant ${tenant}\\n\\nhistory/exceeds-length  error`));
    }
    assert.match(stdout, /^Doubtful: in line 3, `t` runs back from 105 to 90\./m);
    const json = JSON.parse((await runHere(['judge', '-', '--json'], record)).stdout);
    assert.deepEqual(
      json.recordings.map(({ agent }: { agent: unknown }) => agent),
      ['acme', 'other'].map((tenant) => ({ address: '/a2a', tenant })),
    );
    assert.deepEqual(json.doubts, [{ line: 3, why: '`t` runs back from 105 to 90' }]);
  });

  it('says that there is nothing to judge: exit 3', async () => {
    for (const record of ['', '{"log":{"version":"1.2","entries":[]}}', '{"t":1,"dir":"note","body":"nothing"}']) {
      const { code, stdout } = await runHere(['judge', '-'], record);
      assert.equal(code, 3);
      assert.match(stdout, /there is nothing to judge\.\n$/);
    }
  });

  it('says where a record can not be read: exit 2', async () => {
    const cut = await file('cut.jsonl', `${CLEAN.split('\n')[0]}\n{"t":1,"dir":`);
    for (const [args, message] of [
      [
        [cut],
        /^probity: .*cut\.jsonl: Line 2, column 14: this is no JSON: it ends too early\. If the file was cut off/,
      ],
      [['-'], /^probity: What came on stdin: Line 1, column 1: this is no JSON: � can't stand here/],
      [[join(folder, 'none')], /^probity: Can't read .*none: there is no such file or folder\./],
      [['-', '--card', cut], /^probity: .*cut\.jsonl is not JSON/],
      [
        ['-', '--card', await file('no-card.json', '{}')],
        /^probity: .*no-card\.json is no agent card: it names no interface\./,
      ],
      [['-', '--dialect', '0.4'], /0\.4/],
      [['https://agent.example/'], /A record is a file, or - for stdin/],
      [[await file('trace.gz', '\u001f\ufffd\b')], /trace\.gz is compressed: gunzip -c/],
      [['-', '--fail-on', 'never'], /never/],
    ] as const) {
      const { code, stdout, stderr } = await runHere(['judge', ...args], '\ufffd');
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
  });

  it('shows what a peer wrote, and obeys none of it', async () => {
    const evil = '\u001b[2J\u202e\u0007';
    const escaped = JSON.stringify(evil).slice(1, -1);
    const record = LIAR.replaceAll('29719bd1', escaped).replaceAll('Task canceled', escaped);
    for (const args of [
      ['judge', '-'],
      ['judge', '-', '--json'],
    ]) {
      const { stdout } = await runHere(args, record);
      assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      assert.match(stdout, /x1b\[2J|u001b\[2J/);
    }
  });
});
