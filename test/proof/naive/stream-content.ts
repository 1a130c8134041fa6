import type { Part } from '../../../src/protocol/model.ts';
import type { StatusSeen } from '../../../src/protocol/observation.ts';
import { isTerminal } from '../../../src/protocol/task-state.ts';
import { begins, type Content, differing, isEmpty, missing, sameParts, textLength } from './content.ts';
import { type Course, seenAt } from './course.ts';
import { any, at, type Definitions } from './definition.ts';
import { missedByJoined, otherThanJoined } from './joined.ts';
import { isForeign, stampAt } from './names.ts';
import { endRead, heldAt, isRead, isSettling, lastReadSeen, regressLasts } from './reads.ts';
import { isPaired } from './stream-frames.ts';
import { contentOn, type Streamed, streamedOn } from './streamed.ts';
import {
  framesOf,
  isHoled,
  isOpen,
  isOverlap,
  isRepeated,
  sameFrame,
  streamAt,
  streamState,
  streamsBefore,
  wholeStream,
} from './streams.ts';
import { endSeen } from './told.ts';

/** What streams bring, against what they brought before and what reads hold. */
export const STREAM_CONTENT: Definitions = {
  'stream/artifact-not-streamed': at(['task'], (seen, course, place) => {
    if (!isRead(course, place) || seen.task.state !== 'completed') return undefined;
    if (neverStreamed(course, place).length > 0) return 'certain';
    return missedByJoined(course, place).length > 0 ? 'suspected' : undefined;
  }),

  'stream/diverges-from-task': any(
    at(['task'], (seen, course, place) => {
      if (!isRead(course, place)) return false;
      const { state } = seen.task;
      if (!isTerminal(state)) {
        const aloneTold = endSeen(course, place)?.vantage.channel === 'stream' && endRead(course, place) === undefined;
        return aloneTold && regressLasts(course, place);
      }
      const ends = streamsBefore(course, place).map((stream) => streamState(course, stream, place));
      if (ends.some((end) => isTerminal(end) && end !== state)) return true;
      if (state !== 'completed') return false;
      return otherThanStreamed(course, place).length > 0 || otherThanJoined(course, place).length > 0;
    }),
    at(['status'], (seen, course, place) => {
      if (!isTerminal(seen.state) || streamAt(course, place) === undefined) return false;
      return endRead(course, place) !== undefined && lastReadSeen(course, place)?.task.state !== seen.state;
    }),
  ),

  'stream/cumulative-append': any(
    at(['artifact'], (seen, course, place) => {
      const stream = streamAt(course, place);
      if (stream === undefined || !seen.append) return undefined;
      const known = streamedOn(course, stream, place).get(seen.artifact.artifactId);
      if (known?.once === undefined || known.cumulative === 0) return undefined;
      return begins(known.once, seen.artifact.parts) ? 'suspected' : undefined;
    }),
    at(
      ['task'],
      (seen, course, place) =>
        seen.task.state === 'completed' &&
        isRead(course, place) &&
        heldOnce(course, place, ({ cumulative }) => cumulative > 0),
    ),
  ),

  'stream/duplicated': any(
    at(['status'], (seen, course, place) => {
      const stream = streamAt(course, place);
      if (stream === undefined || !isRepeated(course, place) || isOverlap(course, stream, place)) return undefined;
      if (isTerminal(seen.state) || seen.message?.messageId !== undefined) return 'certain';
      return isPaired(course, stream, place) ? 'suspected' : undefined;
    }),
    at(['artifact', 'task', 'message'], (_seen, course, place) => {
      const stream = streamAt(course, place);
      if (stream === undefined || !isRepeated(course, place)) return undefined;
      return isPaired(course, stream, place) ? 'suspected' : undefined;
    }),
    at(
      ['task'],
      (seen, course, place) =>
        seen.task.state === 'completed' &&
        isRead(course, place) &&
        heldOnce(course, place, ({ repeated }) => repeated > 0),
    ),
  ),

  'stream/output-in-status': any(
    at(['task'], (seen, course, place) => {
      const parts = seen.task.statusMessage?.parts ?? [];
      if (!isSettling(course, place) || seen.task.state !== 'completed' || (textLength(parts) ?? 0) < TELLING)
        return false;
      const held = heldAt(course, place);
      return isEmpty(held) || [...held.values()].some((artifact) => sameParts(artifact, parts));
    }),
    at(['status'], (seen, course, place) => {
      const stream = streamAt(course, place);
      const parts = seen.message?.parts ?? [];
      if (stream === undefined || seen.state !== 'completed' || isForeign(course, place)) return false;
      if ((textLength(parts) ?? 0) < TELLING) return false;
      return [...streamedOn(course, stream, place).values()].some((artifact) => sameParts(artifact.parts, parts));
    }),
  ),

  'stream/fan-out-diverges': at(['close'], (_seen, course, place) => {
    const stream = streamAt(course, place);
    if (stream === undefined) return undefined;
    const others = streamsBefore(course, place).filter((other) => other !== stream);
    const differs = (counts: Counts) => others.some((other) => tellOtherwise(course, stream, other, place, counts));
    if (differs((event) => event.message?.messageId !== undefined)) return 'certain';
    return differs(() => true) ? 'suspected' : undefined;
  }),
};

const TELLING = 8;

/** The artifacts of a read of which the whole stream brought nothing, or only the beginning. */
export function neverStreamed(course: Course, place: number): readonly string[] {
  const streamed = wholeContent(course, place);
  if (streamed === undefined) return [];
  const held = heldAt(course, place);
  const cut = [...held].filter(([id, parts]) => {
    const known = streamed.get(id);
    if (known === undefined || sameParts(known, parts)) return false;
    return textLength(known) === 0 || begins(known, parts);
  });
  return [...missing(held, streamed), ...cut.map(([id]) => id)];
}

/** The artifacts that a read holds otherwise than the whole stream brought them, or that any stream brought and it lacks. */
export function otherThanStreamed(course: Course, place: number): readonly string[] {
  const held = heldAt(course, place);
  const whole = wholeStream(course, place);
  const lacking = streamsBefore(course, place).flatMap((stream) => {
    const brought = [...streamedOn(course, stream, place)].filter(([, { behind }]) => !behind || stream === whole);
    return missing(new Map(brought.map(([id, { parts }]) => [id, parts])), held);
  });
  return [...otherInWhole(course, place), ...lacking];
}

function otherInWhole(course: Course, place: number): readonly string[] {
  const stream = wholeStream(course, place);
  const streamed = wholeContent(course, place);
  if (stream === undefined || streamed === undefined) return [];
  const held = heldAt(course, place);
  const known = streamedOn(course, stream, place);
  const other = differing(held, streamed).filter((id) => {
    const [read, brought] = [held.get(id) as readonly Part[], known.get(id) as Streamed];
    if (textLength(brought.parts) === 0 || begins(brought.parts, read)) return false;
    return brought.once === undefined || !sameParts(brought.once, read);
  });
  return other;
}

function wholeContent(course: Course, place: number): Content | undefined {
  const stream = wholeStream(course, place);
  return stream === undefined ? undefined : contentOn(course, stream, place);
}

/** Whether a read holds an artifact as its chunks are if those that repeat are taken once, and not as their sum. */
function heldOnce(course: Course, place: number, repeats: (streamed: Streamed) => boolean): boolean {
  const stream = wholeStream(course, place);
  if (stream === undefined) return false;
  const held = heldAt(course, place);
  return [...streamedOn(course, stream, place)].some(([id, streamed]) => {
    const read = held.get(id);
    if (read === undefined || streamed.once === undefined || !repeats(streamed)) return false;
    return sameParts(streamed.once, read) && !sameParts(streamed.parts, read);
  });
}

/** Which events are compared: only a message of its own tells one for certain from others. */
type Counts = (event: StatusSeen) => boolean;

/** Whether two streams that were open together tell events in two orders, or one lacks what the other tells between. */
function tellOtherwise(course: Course, one: number, two: number, place: number, counts: Counts): boolean {
  if (isHoled(course, one, place) || isHoled(course, two, place)) return false;
  const [a = [], b = []] = [one, two].map((stream) =>
    sharedEvents(course, stream, place).filter((k) => counts(seenAt(course, k) as StatusSeen)),
  );
  const unique = (k: number, among: readonly number[]): boolean =>
    among.filter((other) => isSame(course, k, other)).length === 1;
  const common = a.flatMap((k) => {
    const twin = b.find((other) => isSame(course, k, other));
    return twin !== undefined && unique(k, a) && unique(twin, b) ? [[k, twin] as const] : [];
  });
  return common.some(([k, twin], i) => {
    const last = common[i - 1];
    if (last === undefined) return false;
    if (twin < last[1]) return true;
    const lacks = (from: number, to: number, all: readonly number[], others: readonly number[]): boolean =>
      all.some((event) => event > from && event < to && !others.some((other) => isSame(course, event, other)));
    return lacks(last[0], k, a, b) || lacks(last[1], twin, b, a);
  });
}

function isSame(course: Course, a: number, b: number): boolean {
  return sameFrame(seenAt(course, a), seenAt(course, b));
}

/** The status events that a stream brought since there were several, as far as a time or a message tells them from others. */
function sharedEvents(course: Course, stream: number, place: number): readonly number[] {
  const joined = streamsBefore(course, place).find(
    (other) =>
      other >= stream &&
      streamsBefore(course, other).some((before) => isOpen(course, before, other)) &&
      isOpen(course, stream, other),
  );
  if (joined === undefined) return [];
  return framesOf(course, stream, place).filter((k) => {
    const seen = seenAt(course, k);
    if (k < joined || seen.kind !== 'status') return false;
    return stampAt(course, k) !== undefined || seen.message?.messageId !== undefined;
  });
}
