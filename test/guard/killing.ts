import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { reattach } from '../../src/guard/reattach.ts';
import { allowHostOf } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { doubledMessages, knownTasks, startLab } from '../../src/lab/index.ts';
import { createRandom } from '../../src/lab/random.ts';
import { openJournal } from '../../src/store/journal-file.ts';

const script = fileURLToPath(new URL('killed-process.ts', import.meta.url));

/** How many events of a delegation are seen at least, on the average. */
const EVENTS_A_WORK = 6;

export interface KillingOptions {
  /** How many processes are killed, one after the other, and how many delegations each begins. */
  readonly processes: number;
  readonly works: number;
  readonly seed: number;
}

/** What a killing has left. */
export interface Killed {
  /** How many delegations had to be taken up again. */
  readonly takenUp: number;
  readonly tasks: number;
}

/**
 * Kills processes at random moments while they delegate, takes up in this one what they have left, and holds it all to
 * what the agent itself has noted: no message came twice, and of every task that it began somebody was told the outcome.
 */
export async function killAndReattach({ processes, works, seed }: KillingOptions): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-killed-'));
  const [file, log] = [join(folder, 'journal.db'), join(folder, 'told.txt')];
  writeFileSync(log, '');
  const random = createRandom(seed);
  const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 20 });
  const journal = await openJournal({ file });
  const http = createHttpClient({ allow: allowHostOf(lab.url) });
  const told = new Set<string>();
  const followed: Promise<void>[] = [];
  let takenUp = 0;
  try {
    const begin = () => begun([lab.url, file, log, String(Math.floor(random() * 2 ** 31)), String(works)], folder);
    let next = begin();
    for (let index = 0; index < processes; index++) {
      const { child, events } = await next;
      if (index + 1 < processes) next = begin();
      child.stdin.write('go\n');
      // By what has happened, not by the clock: a machine may be slow.
      await events(Math.floor(random() * works * EVENTS_A_WORK));
      await wait(random() * 20);
      child.kill('SIGKILL');
      await once(child, 'close');
      const taken = await reattach(journal, { http, aftercareMs: 0, answer: () => 'tomorrow' });
      takenUp += taken.length;
      for (const { delegation } of taken) {
        const note = delegation.outcome.then((outcome) => {
          const taskId = 'task' in outcome ? outcome.task?.id : 'taskId' in outcome ? outcome.taskId : undefined;
          if (taskId !== undefined) told.add(taskId);
        });
        followed.push(note);
      }
    }
    await Promise.all(followed);
    for (const taskId of readFileSync(log, 'utf8').split('\n')) told.add(taskId);
    const again = `seed ${seed}`;
    assert.deepEqual(doubledMessages(lab.ledger), [], again);
    const tasks = knownTasks(lab.ledger);
    assert.deepEqual(
      tasks.filter((id) => !told.has(id)),
      [],
      `nobody was told of these tasks, ${again}`,
    );
    for (const id of tasks) {
      const answers = lab.ledger.ofTask(id).filter(({ kind, operation }) => kind === 'request' && operation === 'send');
      assert.ok(answers.length <= 1, `${id} was answered ${answers.length} times, ${again}`);
    }
    return { takenUp, tasks: tasks.length };
  } finally {
    await journal.close();
    await http.close();
    await lab.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a process that delegates when it is told to go, and tells each event by a dot. */
async function begun(args: readonly string[], folder: string) {
  // What the first of them has compiled, the others need not.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const child = spawn(process.execPath, [script, ...args], { env });
  const closed = once(child, 'close');
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const until = async (met: () => boolean): Promise<void> => {
    while (!met()) {
      assert.equal(child.exitCode, null, `it ended by itself: ${said.err}`);
      await Promise.race([once(child.stdout, 'data'), closed]);
    }
  };
  await until(() => said.out.includes('ready'));
  return { child, events: (count: number) => until(() => said.out.split('.').length > count) };
}
