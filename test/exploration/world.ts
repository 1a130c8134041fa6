import { type CourseMemory, newCourseMemory } from '../../src/guard/course-memory.ts';
import { type CallerView, newCallerView } from './caller-invariants.ts';
import { FIRST_MOMENT } from './fingerprint.ts';
import { type History, newHistory } from './history.ts';
import type { Saying } from './sayings.ts';
import { type Budget, PEER, type Setting } from './setting.ts';

/** One moment of a course: what the guard remembers, what really happened, and what may still happen. Plain data. */
export interface World {
  now: number;
  readonly guard: CourseMemory;
  readonly history: History;
  readonly caller: CallerView;
  /** Whether each speaker may still say something. */
  readonly speaking: boolean[];
  /** When the reads were asked that have not been answered yet. */
  readonly reading: number[];
  /** The caller cancelled; the guard asks the peer as soon as it knows the task. */
  cancel: 'no' | 'wanted' | 'asked' | 'answered';
  cancelAsked: number;
  over: boolean;
  readonly left: { -readonly [Thing in keyof Budget]: number };
}

/** The next thing to happen. */
export type Move =
  | { readonly kind: 'says'; readonly speaker: number; readonly saying: Saying; readonly burst: boolean }
  | { readonly kind: 'read'; readonly saying: Saying }
  | { readonly kind: 'ask' }
  | { readonly kind: 'answer'; readonly reading: number; readonly saying: Saying }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'cancel-answer'; readonly saying: Saying }
  | { readonly kind: 'wait'; readonly ms: number };

export function newWorld({ budget, speakers }: Setting): World {
  return {
    now: FIRST_MOMENT,
    guard: newCourseMemory(PEER),
    history: newHistory(),
    caller: newCallerView(),
    speaking: speakers.map(() => true),
    reading: [],
    cancel: 'no',
    cancelAsked: 0,
    over: false,
    left: { ...budget },
  };
}

/** Everything that may happen next. */
export function* movesIn(world: World, setting: Setting): Iterable<Move> {
  const { left, reading, over } = world;
  const known = world.guard.record.id !== undefined;
  const says = over ? left.late : left.events;
  if (says > 0) {
    for (const [speaker, { says: sayings, needsTask }] of setting.speakers.entries()) {
      if (world.speaking[speaker] !== true || (needsTask === true && !known)) continue;
      for (const saying of sayings) {
        yield { kind: 'says', speaker, saying, burst: false };
        if (!over && left.bursts > 0) yield { kind: 'says', speaker, saying, burst: true };
      }
    }
  }
  for (const [at] of reading.entries()) {
    if (over && left.late === 0) break;
    for (const saying of setting.reads) yield { kind: 'answer', reading: at, saying };
  }
  if (over) return;
  if (known && left.reads > 0) {
    for (const saying of setting.reads) yield { kind: 'read', saying };
    if (left.slowReads > 0) yield { kind: 'ask' };
  }
  if (left.cancels > 0) yield { kind: 'cancel' };
  if (world.cancel === 'asked') for (const saying of setting.cancels) yield { kind: 'cancel-answer', saying };
  if (left.waits > 0) for (const ms of setting.waits) yield { kind: 'wait', ms };
}

/** The budget that is left, four bits each. */
export function packed({ events, reads, slowReads, cancels, waits, late, bursts }: Budget): number {
  return events | (reads << 4) | (slowReads << 8) | (cancels << 12) | (waits << 16) | (late << 20) | (bursts << 24);
}

/** All of a world that anything to come depends on. */
export function essenceOf({ guard, history, caller, speaking, reading, cancel, cancelAsked, over }: World): unknown {
  // Behind the outcome only what reaches the caller matters.
  if (over) return [guard.delivery, guard.assemblies, caller, speaking, reading.length];
  const { task: _, lastLifeAt, framesAfter, otherEnd: ___, ...facts } = guard.facts;
  const { lastRead: __, ...settlement } = guard.settlement;
  // What goes along with an outcome, or is for the next read to go by, decides nothing.
  const orphan = [lastLifeAt !== undefined, framesAfter > 0];
  return [{ ...guard, facts, settlement }, orphan, history, caller, speaking, reading, cancel, cancelAsked];
}
