import { openSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { delegate } from '../../src/guard/delegate.ts';
import { allowHostOf } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { createRandom } from '../../src/lab/random.ts';
import { openJournal } from '../../src/store/journal-file.ts';
import { SHORT } from './short-bounds.ts';

/**
 * Delegates several pieces of work at once until it is killed: `node killed-process.ts URL JOURNAL LOG SEED WORKS`. Of
 * each outcome it writes the task down at once, as a caller does who has been told.
 */
const [url = '', file = '', log = '', seed = '0', works = '0'] = process.argv.slice(2);
const random = createRandom(Number(seed));
const journal = await openJournal({ file });
const http = createHttpClient({ allow: allowHostOf(url) });
const told = openSync(log, 'a');

async function work(): Promise<void> {
  const startMs = random() * 200;
  const kind = Math.floor(random() * 4);
  const thinkMs = random() * 100;
  let untilCancel = kind === 2 ? 3 + Math.floor(random() * 5) : 0;
  await wait(startMs);
  const delegation = delegate(url, ['hello', 'slow 8', 'slow 100', 'clarify please'][kind] ?? '', {
    bounds: SHORT,
    aftercareMs: 0,
    journal,
    http,
    onEvent: () => {
      process.stdout.write('.');
      if (--untilCancel === 0) setImmediate(() => delegation.cancel());
    },
    answer: async () => {
      await wait(thinkMs);
      return 'tomorrow';
    },
  });
  const outcome = await delegation.outcome;
  const taskId = 'task' in outcome ? outcome.task?.id : 'taskId' in outcome ? outcome.taskId : undefined;
  writeSync(told, `${taskId}\n`);
}

process.stdout.write('ready\n');
process.stdin.once('data', () => {
  for (let index = 0; index < Number(works); index++) void work();
});
// A process that has nothing to do any more is killed, too.
setInterval(() => undefined, 60_000);
