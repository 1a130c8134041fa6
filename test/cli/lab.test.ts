import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LAB_BINDINGS, LAB_DIALECTS } from '../../src/cli/lab/command.ts';
import { bindings, deviations, dialectNames, startLab } from '../../src/lab/index.ts';
import { runHere, start } from './cli.ts';

describe('probity lab', { concurrency: 4 }, () => {
  test('--list tells what there is', async () => {
    const { code, stdout } = await runHere(['lab', '--list']);
    assert.equal(code, 0);
    for (const { name } of deviations) assert.match(stdout, new RegExp(`^${name} `, 'm'));
    for (const line of stdout.split('\n')) assert.ok(line.length <= 100, line);
  });

  test('--list for programs', async () => {
    const { stdout } = await runHere(['lab', '--list', '--json']);
    const listed = JSON.parse(stdout).deviations as { name: string }[];
    assert.deepEqual(
      listed.map(({ name }) => name),
      deviations.map(({ name }) => name),
    );
  });

  test('runs a peer, says where and what to try, and ends on SIGINT with what the peer did', async () => {
    const { child, until, ended } = start(['lab', 'zombie-cancel', '--step-ms', '40', '--seconds', '0.2']);
    const [, url = ''] = await until('stdout', /agent {5}(http:\/\/127\.0\.0\.1:\d+)\n/);
    await until('stdout', new RegExp(`probity delegate ${url} --text 'slow 8' --cancel-after 2s\n[^]*Ctrl-C ends it`));
    const delegation = await runHere(['delegate', url, '--text', 'slow 50', '--cancel-after', '100ms', '--json']);
    const { taskId, kind } = JSON.parse(delegation.stdout).outcome;
    assert.equal(kind, 'orphaned');
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`${taskId} {2}told canceled, then completed; .* after the cancel`));
  });

  test('--json says where it listens on one line', async () => {
    const { child, until, ended } = start(['lab', 'no-terminal', 'events-twice', '--dialect', '0.3', '--json']);
    const [line] = await until('stdout', /^.*\n/);
    const { schemaVersion, url, cardUrl, dialect, deviations: chosen } = JSON.parse(line);
    assert.deepEqual([schemaVersion, dialect], [1, '0.3']);
    assert.deepEqual(
      chosen.map(({ name }: { name: string }) => name),
      ['no-terminal', 'events-twice'],
    );
    assert.ok(cardUrl.startsWith(url));
    assert.equal((await fetch(cardUrl)).status, 200);
    child.kill('SIGTERM');
    assert.equal((await ended).code, 0);
  });

  test('stands before another agent', async () => {
    const behind = await startLab({ stepMs: 10 });
    const { child, until, ended } = start(['lab', 'shifting-artifacts', '--upstream', behind.url]);
    try {
      const [, url = ''] = await until('stdout', /agent {5}(http:\/\/127\.0\.0\.1:\d+)\n/);
      const { status } = await fetch(`${url}/.well-known/agent-card.json`);
      assert.equal(status, 200);
      assert.ok(behind.ledger.entries.some(({ operation }) => operation === 'card'));
    } finally {
      child.kill('SIGINT');
      await ended;
      await behind.close();
    }
  });

  test('opens the control API, and lets in only whom it was told to', async () => {
    const args = ['lab', 'events-twice@0.25', '--control', '0', '--auth', 'bearer:one', '--auth', 'bearer:two'];
    const { child, until, ended } = start([...args, '--tenant', 'acme', '--extension', 'https://x.example/e!']);
    const [, control = ''] = await until('stdout', /control {3}(http:\/\/127\.0\.0\.1:\d+)\n/);
    await until('stdout', /share {5}events-twice in 25 % of the tasks\n/);
    const { cardUrl, deviations: running } = (await (await fetch(control)).json()) as {
      cardUrl: string;
      deviations: { probability: number }[];
    };
    assert.equal(running[0]?.probability, 0.25);
    const card = JSON.stringify(await (await fetch(cardUrl)).json());
    assert.match(card, /"tenant":"acme".*"uri":"https:\/\/x\.example\/e","required":true.*"scheme":"Bearer"/);
    child.kill('SIGINT');
    assert.equal((await ended).code, 0);
  });

  test('what makes no sense: exit 2', async () => {
    for (const [args, says] of [
      [['lab'], /Name a deviation, or --list them/],
      [['lab', 'zombie'], /no deviation named zombie\. Did you mean zombie-cancel\?/],
      [['lab', 'mute-straem'], /Did you mean mute-stream\?/],
      [['lab', 'quite-another-thing'], /probity lab --list shows all/],
      [['lab', 'mute-stream', '--seconds', '3'], /can't be set by seconds/],
      [['lab', 'mute-stream', '--set', 'seconds'], /name=number/],
      [['lab', 'mute-stream', '--share', '2'], /from 0 to 1/],
      [['lab', 'mute-stream@2'], /mute-stream@2: a share is a number from 0 to 1/],
      [['lab', 'honest', '--auth', 'basic:x'], /bearer:TOKEN/],
      [['lab', 'honest', '--extension', 'nothing'], /takes a URI/],
      [['lab', 'honest', '--tenant', 'acme', '--dialect', '0.3'], /no tenants in 0\.3/],
      [['lab', 'mute-stream', '--port', '70000'], /up to 65535/],
      [['lab', 'mute-stream', '--dialect', '2.0'], /Allowed choices are 0\.2, 0\.3, 1\.0/],
      [['lab', 'mute-stream', '--binding', 'GRPC'], /Allowed choices are JSONRPC, HTTP\+JSON/],
      [['lab', 'mute-stream', '--dialect', '0.2', '--binding', 'HTTP+JSON'], /HTTP\+JSON/],
    ] as const) {
      const { code, stderr } = await runHere(args);
      assert.equal(code, 2, `${args.join(' ')}\n${stderr}`);
      assert.match(stderr, says);
    }
  });

  test('the command line knows the dialects and bindings of the lab', () => {
    assert.deepEqual(LAB_DIALECTS, dialectNames);
    assert.deepEqual(LAB_BINDINGS, bindings);
  });
});
