// Has many delegations run at once, in a process of its own, and tells its parent how much memory that took at most.
// Arguments: the agents' URL, how many delegations.
import { guardedCaller } from './callers.ts';

const [url = '', count = ''] = process.argv.slice(2);
const AT_ONCE = Number(count);
const AGENTS = 100;
/** Long enough apart that every delegation is open before the first one ends. */
const WORK = '20 400';

const guarded = guardedCaller(url, AGENTS, 1_000, AT_ONCE + 100);
for (let agent = 0; agent < 2 * AGENTS; agent++) await guarded.call('5 1');

let open = 0;
let mostOpen = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    mostOpen = Math.max(mostOpen, ++open);
    await guarded.call(WORK);
    open--;
  }),
);
await guarded.close();
const figures = { open: mostOpen, rssMb: process.resourceUsage().maxRSS / 1_024 };
process.send?.({ figures }, () => process.disconnect());
