import type { OutcomeKind } from '../../src/guard/outcome.ts';
import type { Play, Turn } from './play.ts';
import type { Saying } from './sayings.ts';
import type { World } from './world.ts';

/** More reads than it takes to settle anything. */
const MOST_READS = 100;

/** What a task may have become by the time that its reads show one end for good: never that it isn't known. */
const KNOWN: ReadonlySet<OutcomeKind> = new Set([
  'completed',
  'completed-before-cancel',
  'completed-disputed',
  'failed',
  'rejected',
  'canceled',
  'flipped',
  'orphaned',
]);

/**
 * Lets the peer come to rest: from here on each read is made when the guard has it due and shows the same ended task,
 * and nothing else is heard. Tells what is wrong if that doesn't settle it.
 */
export function unsettledAtRest(play: Play, world: World, shows: Saying): string | undefined {
  let turn: Turn = { world, told: [], outcome: undefined, broken: undefined };
  for (let reads = 0; reads < MOST_READS; reads++) {
    const due = play.readDue(turn.world) ?? turn.world.now;
    if (due > turn.world.now) turn = play.move(turn.world, { kind: 'wait', ms: due - turn.world.now });
    if (turn.outcome === undefined) turn = play.move(turn.world, { kind: 'read', saying: shows });
    const { outcome, broken } = turn;
    if (broken !== undefined) return broken;
    if (outcome === undefined) continue;
    const known =
      KNOWN.has(outcome.kind) && (!('confirmed' in outcome) || outcome.confirmed || isDispute(outcome.kind));
    return known ? undefined : `${outcome.kind} is not confirmed although reads go on to show ${shows.text}`;
  }
  return `${MOST_READS} reads of ${shows.text} settle nothing`;
}

/** Reads told several stories before the last one, which then can't be confirmed. */
function isDispute(kind: OutcomeKind): boolean {
  return kind === 'flipped' || kind === 'completed-disputed' || kind === 'orphaned';
}
