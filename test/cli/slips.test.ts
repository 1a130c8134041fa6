import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { wantsJson } from '../../src/cli/json-wanted.ts';
import { runHere } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-slips-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Nobody listens there, and nothing of this comes so far. */
const AGENT = 'http://127.0.0.1:1/';
const PEER = ['--peer', `trip=${AGENT}`];

describe('a slip on the command line', { concurrency: 8 }, () => {
  for (const [args, meant] of [
    [['delegat', AGENT], 'delegate'],
    [['help', 'delegat'], 'delegate'],
    [['delegate', AGENT, '--txet', 'x'], '--text'],
    [['trust', 'lst'], 'list'],
    [['trust', 'list', '--claim', 'stream.sned'], 'stream.send'],
    [['check', 'card.json', '--format', 'jsno'], 'json'],
    [['check', 'card.json', '--fail-on', 'warnig'], 'warning'],
    [['audit', AGENT, '--format', 'txt'], 'text'],
    [['audit', AGENT, '--only', 'cancle'], 'cancel'],
    [['judge', 'x.jsonl', '--dialect', '1'], '1.0'],
    [['judge', 'x.jsonl', '--format', 'text'], '--json'],
    [['explain', 'cancel/resurected'], 'cancel/resurrected'],
    [['completion', 'bsh'], 'bash'],
    [['lab', 'zombie-cancle'], 'zombie-cancel'],
    [['lab', 'honest', '--binding', 'JSONRP'], 'JSONRPC'],
    [['lab', 'honest', '--dialect', '0.30'], '0.3'],
    [['lab', 'zombie-cancel', '--set', 'second=3'], 'seconds'],
    [['gateway', ...PEER, '--level', 'protct'], 'protect'],
    [['gateway', ...PEER, '--settle', 'immediat'], 'immediate'],
    [['gateway', ...PEER, '--origin', 'trp=https://a.example'], 'trip'],
    [['gateway', ...PEER, '--limit', 'maxBody=1'], 'maxBodyBytes'],
  ] as const) {
    it(`is told with what was probably meant: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runHere(args);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /^probity: .* Did you mean ([^?]+)\?\n$/);
      assert.equal(/Did you mean ([^?]+)\?/.exec(stderr)?.[1]?.split(/, | or /)[0], meant);
    });
  }

  it('in the name of an environment variable, whose value is told to nobody', async () => {
    process.env['PROBITY_TEST_TOKEN'] = 's3cr3t';
    for (const given of ['env:PROBITY_TEST_TOKN', 'ENV:PROBITY_TEST_TOKN']) {
      const { code, stderr } = await runHere(['delegate', AGENT, '--text', 'x', '--bearer', given]);
      assert.equal(code, 2);
      assert.match(stderr, /PROBITY_TEST_TOKN holds no token\. Did you mean PROBITY_TEST_TOKEN\?/);
      assert.doesNotMatch(stderr, /s3cr3t/);
    }
    const { code, stderr } = await runHere(['delegate', AGENT, '--text', 'x', '--bearer', 'file:/run/token']);
    assert.equal(code, 2);
    assert.match(stderr, /takes a token, or env:NAME/);
  });

  it('that is near to nothing is told with where all is shown', async () => {
    const { stderr } = await runHere(['delegate', AGENT, '--frobnicate']);
    assert.match(stderr, /unknown option '--frobnicate'\. \S.*delegate --help shows all\.\n$/);
  });

  it('that lets a file option take the URL of the agent is told as that', async () => {
    for (const args of [
      ['check', '--trust', AGENT],
      ['delegate', '--text', 'x', '--trust', AGENT],
      ['audit', '-p', AGENT],
    ]) {
      const { code, stderr } = await runHere(args);
      assert.equal(code, 2);
      assert.match(stderr, /missing required argument.* (--trust|-p) took the URL as its file: name the agent before/);
    }
  });

  it('that gives an agent or a file in the wrong place is told as that', async () => {
    const [task, profile] = [join(folder, 'task.yaml'), join(folder, 'profile.yaml')];
    writeFileSync(task, 'needs: [cancel]\n');
    writeFileSync(profile, 'bindings: [JSONRPC]\n');
    for (const [args, says] of [
      [['gateway', `trip=${AGENT}`], /An agent is given by --peer name=URL\./],
      [['completion'], /missing required argument 'shell'\. It is one of bash, zsh, fish\./],
      [['check', 'card.json', '--task', profile], /has no member bindings\. It is one of a profile: is this the other/],
      [['check', 'card.json', '--profile', task], /has no member needs\. It is one of a task class: is this the other/],
      [['check', 'card.json', '--diff', profile], /profile\.yaml: it is no JSON/],
    ] as const) {
      const { code, stderr } = await runHere(args);
      assert.equal(code, 2);
      assert.match(stderr, says);
    }
  });

  it('that puts a password in the URL is told so, without it', async () => {
    for (const args of [['delegate', '--text', 'x'], ['check'], ['audit']]) {
      const { code, stderr } = await runHere([...args, 'http://user:s3cr3t@127.0.0.1:1/']);
      assert.equal(code, 2);
      assert.match(stderr, /no password here\. Give it as a header/);
      assert.doesNotMatch(stderr, /s3cr3t/);
    }
  });

  it('in a path makes no folders, and is told before anything is sent', async () => {
    const missing = join(folder, 'no', 'such');
    for (const args of [
      ['delegate', AGENT, '--text', 'x', '--trust', join(missing, 'trust.db')],
      ['delegate', AGENT, '--text', 'x', '--record', join(missing, 'seen.jsonl')],
      ['gateway', ...PEER, '--state', join(missing, 'state.db')],
      ['audit', AGENT, '-o', join(missing, 'report.json')],
    ]) {
      const { code, stderr } = await runHere(args);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.includes(missing), stderr);
      assert.match(stderr, /[Tt]here is no (folder|such file or folder)/);
    }
    assert.ok(!existsSync(join(folder, 'no')));
  });
});

describe('where JSON is asked for', { concurrency: 8 }, () => {
  for (const args of [
    ['delegate', AGENT, '--json'],
    ['delegate', AGENT, '--events'],
    ['check', '--json'],
    ['check', 'card.json', '--format', 'json', '--profile', '/nowhere.yaml'],
    ['audit', AGENT, '-f', 'json', '--only', 'nothing'],
    ['audit', AGENT, '--format=json', '--concurrency', '0'],
    ['judge', '/nowhere.jsonl', '--json'],
    ['gateway', '--json'],
    ['trust', 'show', 'https://agent.example', '--json', '--trust', '/nowhere.db'],
    ['lab', '--json'],
    ['explain', 'no-such-rule-anywhere', '--json'],
    ['demo', '--text', 'x', '--json'],
    ['journal', '--json'],
  ]) {
    it(`wrong usage is told as JSON on stdout too: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runHere(args);
      assert.equal(code, 2, stdout);
      const { schemaVersion, exitCode, error } = JSON.parse(stdout);
      assert.deepEqual([schemaVersion, exitCode, error.code], [1, 2, 'usage']);
      assert.equal(stderr, `probity: ${error.message}\n`);
    });
  }

  it('help is help, and an agent that is not there is told in the same form', async () => {
    const help = await runHere(['check', '--json', '--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Usage: probity check/);
    for (const args of [
      ['delegate', AGENT, '--text', 'x', '--json', '--no-trust'],
      ['demo', '--peer', `a=${AGENT}`, '--json'],
    ]) {
      const { code, stdout } = await runHere(args);
      const { exitCode, error } = JSON.parse(stdout);
      assert.deepEqual([code, exitCode], [3, 3]);
      assert.match(error.message, /refuses connections/);
    }
  });

  it('is read off the options alone', () => {
    assert.ok(wantsJson(['check', 'x', '-f', 'json']));
    assert.ok(!wantsJson(['check', 'x', '-f', 'sarif']));
    assert.ok(!wantsJson(['check', '--format']));
    assert.ok(!wantsJson(['explain', '--', '--json']));
  });
});

it('--json is --format json where there are other formats', async () => {
  const card = join(folder, 'card.json');
  writeFileSync(card, '{"name": "A", "url": "https://a.example/", "protocolVersion": "0.3.0"}');
  const { stdout } = await runHere(['check', card, '--offline', '--json']);
  assert.equal(JSON.parse(stdout).schemaVersion, 1);
  const both = await runHere(['check', card, '--offline', '--json', '--format', 'sarif']);
  assert.equal(both.code, 2);
  assert.match(both.stderr, /Give one of --json and --format sarif/);
});
