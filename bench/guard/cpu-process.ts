// Measures, in a process of its own, what a task costs a plain caller and a guarded one: the CPU of both in turn, and
// how many requests the agent gets. Arguments: the agent's URL. Tells its parent the figures.
import { once } from 'node:events';
import { type Caller, guardedCaller, plainCaller } from './callers.ts';

const [url = ''] = process.argv.slice(2);
/** A guard makes 50 reads a second of one agent at most; it is not to be measured while it waits for that. */
const AGENTS = 50;
const TASKS = 150;
const AT_ONCE = 100;
const WARM_UP = 8;
const ROUNDS = 11;
const SETTLE_GAP_MS = 50;

const plain = plainCaller(url, AGENTS);
const guarded = guardedCaller(url, AGENTS, SETTLE_GAP_MS);
// Streams are seen to work once, as those of any agent that one has worked with before.
for (let round = 0; round < 2; round++) {
  await Promise.all(Array.from({ length: AGENTS }, () => guarded.call('5 1')));
}

const figures: Record<string, number> = {};
for (const events of [5, 50]) {
  const ours: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const first = await cpuMs(round % 2 === 0 ? plain : guarded, events);
    const second = await cpuMs(round % 2 === 0 ? guarded : plain, events);
    if (round < WARM_UP) continue;
    const [guard, sdk] = round % 2 === 0 ? [second, first] : [first, second];
    ours.push(guard);
    ratios.push(guard / sdk);
  }
  figures[`ratio-${events}`] = median(ratios);
  figures[`ms-${events}`] = median(ours);
}
figures['requests-plain'] = await requestsOf(plain);
figures['requests-guarded'] = await requestsOf(guarded);
await guarded.close();
process.send?.({ figures }, () => process.disconnect());

/** CPU of a task of so many events, in ms. */
async function cpuMs({ call }: Caller, events: number): Promise<number> {
  const before = process.cpuUsage();
  let left = TASKS;
  const work = async (): Promise<void> => {
    while (left-- > 0) await call(`${events} 1`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / TASKS;
}

/** How many requests a task of one event takes. */
async function requestsOf({ call }: Caller): Promise<number> {
  await count();
  await call('1 1');
  return count();
}

/** The agent's own count since the last time; the parent passes the question on. */
async function count(): Promise<number> {
  process.send?.('count');
  const [{ requests }] = (await once(process, 'message')) as [{ requests: number }];
  return requests;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
