import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CAPABILITIES } from '../../src/audit/capability.ts';
import { type LabPeer, startLab } from '../../src/lab/index.ts';
import { runHere, start } from './cli.ts';

const schema = JSON.parse(await readFile(new URL('../../schemas/audit.schema.json', import.meta.url), 'utf8')) as {
  readonly $defs: { readonly capability: { readonly enum: readonly string[] } };
};

/** A schema that knows of no members but those that it describes. */
function closed(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(closed);
  if (typeof given !== 'object' || given === null) return given;
  const described = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, closed(value)]));
  return 'properties' in given && given['properties'] instanceof Object && 'type' in given
    ? { additionalProperties: false, ...described }
    : described;
}

let folder = '';
let honest: LabPeer;
let liar: LabPeer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probity-audit-'));
  honest = await startLab({ bindings: ['JSONRPC'], stepMs: 50 });
  liar = await startLab({ bindings: ['JSONRPC'], stepMs: 50, deviations: ['completed-then-failed'] });
});
after(async () => {
  await rm(folder, { recursive: true });
  await honest.close();
  await liar.close();
});

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('probity audit', { concurrency: 4 }, () => {
  it('tells that an agent kept its word, by what, and for how long it was watched: exit 0', async () => {
    const { code, stdout } = await runHere(['audit', honest.url, '--quick', '--only', 'settle,unknown-task,stream']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Probity lab agent 1\.0\.0\n\S+\nIt kept its word: no findings, /);
    assert.match(stdout, /^ {2}task +kept \(watched 5\.0 s\) +settle/m);
    assert.match(stdout, /^ {2}stream\.send +declared +kept +stream/m);
  });

  it('tells a lie with the reads that contradict each other, and how to replay it: exit 1', async () => {
    const { code, stdout } = await runHere([
      'audit',
      liar.url,
      '--quick',
      '--only',
      'settle',
      '--message',
      "it's slow",
    ]);
    assert.equal(code, 1);
    assert.match(stdout, /^task\/terminal-overwritten {2}error, certain, JSONRPC 1\.0, task /m);
    assert.match(stdout.replace(/\s+/g, ' '), /: completed had been told, and then failed\./);
    assert.match(stdout, /GetTask +task .* completed/);
    assert.match(stdout, /GetTask +task .* failed/);
    assert.match(
      stdout.replace(/\s+/g, ' '),
      /replay probity audit \S+ --only settle --interface 'JSONRPC 1\.0' --message 'it'\\''s slow' --quick/,
    );
    assert.match(stdout, /^It broke its word: /m);
  });

  it('writes to a pipe once there is a report', { timeout: 60_000 }, async () => {
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const read = readFile(pipe, 'utf8');
    const { code, stdout } = await runHere(['audit', 'http://127.0.0.1:9/', '-f', 'json', '-o', pipe]);
    assert.deepEqual([code, stdout], [3, '']);
    assert.equal((JSON.parse(await read) as { readonly verdict: string }).verdict, 'inconclusive');
  });

  it('begins nothing where no report can be written', async () => {
    const { code, stderr } = await runHere(['audit', honest.url, '-o', folder]);
    assert.equal(code, 2);
    assert.match(stderr, /Can't write .*: it is a folder/);
  });

  it('writes JSON by its schema, with credentials masked, to a file', async () => {
    const output = join(folder, 'report.json');
    const secret = 'a-very-secret-token';
    const given = ['--bearer', secret, '--header-origin', 'https://other.example'];
    const args = ['audit', liar.url, '--quick', '--only', 'settle,ask', ...given, '-f', 'json', '-o', output];
    const { code, stdout } = await runHere(args);
    assert.deepEqual([code, stdout], [1, '']);
    const text = await readFile(output, 'utf8');
    assert.ok(!text.includes(secret));
    const report = JSON.parse(text) as { readonly verdict: string; readonly findings: readonly { replay: string }[] };
    assert.equal(report.verdict, 'broken');
    assert.match(report.findings[0]?.replay ?? '', / --bearer '…' --header-origin https:\/\/other\.example$/);
    const validate = new Ajv2020({ strict: false }).compile(closed(schema) as object);
    assert.ok(validate(report), JSON.stringify(validate.errors));
    assert.ok(!validate({ ...report, more: 1 }));
    assert.deepEqual(schema.$defs.capability.enum, CAPABILITIES);
  });

  it('says what no prompt could bring about, and counts it for nothing', async () => {
    const { code, stdout } = await runHere(['audit', honest.url, '--quick', '--only', 'ask']);
    assert.equal(code, 0);
    assert.match(stdout, /No prompt made this agent ask for input; give one as “asks” in --prompts\./);
  });

  it('takes prompts from a file', async () => {
    const prompts = await file('prompts.yaml', 'asks: clarify\nanswer:\n  - text: the blue one\n');
    const { code, stdout } = await runHere(['audit', honest.url, '--quick', '--only', 'ask-streaming', '-p', prompts]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /stream\.send +declared +kept +ask-streaming/);
  });

  it('says what is wrong with a file of prompts: exit 2', async () => {
    for (const [content, says] of [
      ['slwo: hello', /there is no prompt “slwo”\. Did you mean slow\?/],
      ['slow: 7', /slow is neither a text nor a list of parts/],
      ['slow:\n  - text: a\n    data: {}', /slow\[0\] has to hold one of text, data, raw, url/],
      ['- slow', /holds no prompts/],
      ['slow: [', /is no YAML/],
    ] as const) {
      const { code, stderr } = await runHere(['audit', honest.url, '-p', await file('bad.yaml', content)]);
      assert.equal(code, 2);
      assert.match(stderr, says);
    }
  });

  it('says what is wrong with a command line: exit 2', async () => {
    for (const [args, says] of [
      [['--only', 'cancl'], /There is no scenario cancl\. Did you mean cancel/],
      [['--concurrency', '0'], /from 1 to 256/],
      [['--identities-are-separate'], /give --second-bearer too/],
      [['--format', 'xml'], /Allowed choices are text, json/],
    ] as const) {
      const { code, stderr } = await runHere(['audit', honest.url, ...args]);
      assert.equal(code, 2);
      assert.match(stderr, says);
    }
  });

  it('says that nobody is there: exit 3, with a report all the same', async () => {
    const { code, stdout, stderr } = await runHere(['audit', 'http://127.0.0.1:1/', '-f', 'json']);
    assert.equal(code, 3);
    assert.match(stderr, /127\.0\.0\.1:1/);
    const report = JSON.parse(stdout) as { readonly verdict: string; readonly ended: { readonly code: string } };
    assert.deepEqual([report.verdict, report.ended.code], ['inconclusive', 'no-card']);
  });

  it('interrupted: cancels what it began, and reports what it knows so far: exit 3', async () => {
    const prompts = await file('slow.yaml', 'slow: slow 2000\n');
    const running = start(['audit', honest.url, '-v', '--only', 'unknown-task,send-nonblocking', '-p', prompts]);
    await running.until('stderr', /unknown-task: kept/);
    running.child.kill('SIGINT');
    const { code, stdout } = await running.ended;
    assert.equal(code, 3);
    assert.match(stdout, /^Inconclusive: The audit was interrupted\./m);
  });
});
