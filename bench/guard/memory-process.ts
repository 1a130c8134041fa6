// Has many delegations run at once, in a process of its own, and tells its parent how much memory that took at most.
// Arguments: the agents' URL, how many delegations.
import { setTimeout as pause } from 'node:timers/promises';
import { guardedCaller } from './callers.ts';

const [url = '', count = ''] = process.argv.slice(2);
const AT_ONCE = Number(count);
const AGENTS = 100;
/** Long enough apart that every delegation is open before the first one ends. */
const WORK = '30 900';
/** So many begin at a time: a machine that is busy with other things must not take them for unreachable. */
const BEGIN = 50;

const guarded = guardedCaller(url, AGENTS, 1_000, AT_ONCE + 100);
// Streams are seen to work once. Each round gives every agent one task.
for (let round = 0; round < 2; round++) {
  await Promise.all(Array.from({ length: AGENTS }, () => guarded.call('5 1')));
}

let open = 0;
let mostOpen = 0;
const running: Promise<void>[] = [];
while (running.length < AT_ONCE) {
  const begun = Array.from({ length: BEGIN }, async () => {
    mostOpen = Math.max(mostOpen, ++open);
    await guarded.call(WORK);
    open--;
  });
  running.push(...begun);
  await pause(100);
}
await Promise.all(running);
await guarded.close();
const figures = { open: mostOpen, rssMb: process.resourceUsage().maxRSS / 1_024 };
process.send?.({ figures }, () => process.disconnect());
