import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import { V1 } from '../revision.ts';

/** §3.5.2: events go to all streams of a task, in the same order. Only events that both brought put others between them; those without a message may be two that look alike. */
export const fanOutDiverges: Rule = {
  id: 'stream/fan-out-diverges',
  title: 'Two streams of one task bring different events',
  claim: 'stream.subscribe',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.5.2',
    revision: V1,
    says: 'Events must go to all active streams of a task, and each must receive the same events in the same order.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: 'All streams of a task bring the same events. No 0.3 text speaks of several streams at once.',
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: 'All streams of a task bring the same events. No 0.2 text speaks of several streams at once.',
      },
    },
  },
  certainty: 'either',
  why: 'Two watchers of one task see two stories, and a caller with a second stream for safety cannot trust either.',
  remedy:
    "Give each stream its own cursor on one ordered log of the task's events, instead of several readers on one queue.",
  clauses: [
    clause(
      'close',
      (_seen, at) => {
        const { stream } = at;
        if (stream?.talk?.events === undefined) return undefined;
        if (sibling(stream, at, isNamed) !== undefined) return 'certain';
        return sibling(stream, at) === undefined ? undefined : 'suspected';
      },
      (_seen, at) =>
        `of two streams of the task that were open together, one lacks an event of the other or tells it in another place (stream ${at.stream?.vantageId} against ${at.stream && sibling(at.stream, at)?.vantageId})`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const first = s.stream();
      first.task('working');
      const second = s.stream('SubscribeToTask');
      second.task('working');
      for (const [step, text] of ['one', 'two', 'three'].entries()) {
        first.status('working', { message: aMessage(text) });
        if (step !== 1) second.status('working', { message: aMessage(text) });
      }
      second.close('caller');
    }),
    nearMiss: scene((s) => {
      const first = s.stream();
      first.task('working');
      const second = s.stream('SubscribeToTask');
      second.task('working');
      for (const text of ['one', 'two', 'three']) first.status('working', { message: aMessage(text) });
      for (const text of ['two', 'three']) second.status('working', { message: aMessage(text) });
      second.close('caller');
    }),
  },
};

/** An event with a message of its own is one and the same wherever it is told; others may look alike. */
function isNamed(print: number): boolean {
  return (print & 1) === 1;
}

/** A stream that was open together with this one and tells another story, by such events as count. */
function sibling(
  stream: StreamRecord,
  at: Situation,
  counts: (print: number) => boolean = () => true,
): StreamRecord | undefined {
  if ((stream.flags & STREAM.holed) !== 0) return undefined;
  for (let other = at.task.streams; other !== undefined; other = other.next) {
    if (other === stream || other.talk?.events === undefined || (other.flags & STREAM.holed) !== 0) continue;
    const own = stream.talk?.events?.prints.filter(counts) ?? [];
    if (disagree(own, other.talk.events.prints.filter(counts))) return other;
  }
  return undefined;
}

/** Whether two runs of events put what both hold in different orders, or one lacks what lies between in the other. */
function disagree(one: readonly number[], two: readonly number[]): boolean {
  const inOne = placesOf(one);
  const inTwo = placesOf(two);
  let last: readonly [number, number] | undefined;
  for (const [print, place] of inOne) {
    const other = inTwo.get(print);
    if (place < 0 || other === undefined || other < 0) continue;
    if (last !== undefined) {
      if (other < last[1]) return true;
      if (gapDiffers(one.slice(last[0] + 1, place), inTwo) || gapDiffers(two.slice(last[1] + 1, other), inOne))
        return true;
    }
    last = [place, other];
  }
  return false;
}

/** Whether an event that lies between two common ones is not told by the other stream at all. */
function gapDiffers(between: readonly number[], other: ReadonlyMap<number, number>): boolean {
  return between.some((print) => !other.has(print));
}

/** Where each event stands; −1 for one that was told more than once. */
function placesOf(prints: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [place, print] of prints.entries()) places.set(print, places.has(print) ? -1 : place);
  return places;
}
