import { isTerminal } from '../../../src/protocol/task-state.ts';
import { type Content, differing, missing, NOTHING, textLength } from './content.ts';
import { askedAt, beforeOn, type Course, receivedAt, seenAt } from './course.ts';
import { heldAt, isRead } from './reads.ts';
import { contentOn } from './streamed.ts';
import { framesOf, isBirth, isHoled, isOverlap, onStream, streamState, streamsBefore } from './streams.ts';
import { ageOf } from './told.ts';

/** The artifacts that came or changed after a stream was joined that told the end, and nothing of them. */
export function missedByJoined(course: Course, place: number): readonly string[] {
  const held = heldAt(course, place);
  return streamsBefore(course, place)
    .filter((stream) => !isBirth(course, stream) && !isHoled(course, stream, place))
    .filter((stream) => !isOverlap(course, stream, place) && isTerminal(streamState(course, stream, place)))
    .flatMap((stream) => {
      const base = baseOf(course, stream, place);
      if (base === undefined) return [];
      const chunked = chunkedOn(course, stream, place);
      const before = new Map([...base, ...contentOn(course, stream, place)]);
      const brought = contentOn(course, stream, place);
      return [...missing(held, before), ...differing(held, before)].filter((id) => {
        const length = textLength(held.get(id) ?? []);
        if (length === 0 || !chunked.has(id)) return length !== 0;
        const own = textLength(brought.get(id) ?? []) ?? 0;
        return begunOn(course, stream, place).has(id) && own > 0 && (length ?? 0) > own;
      });
    });
}

/** The artifacts of which a stream brought a chunk, after the last snapshot that showed any. */
const chunkedOn = beforeOn((course, stream, place): ReadonlySet<string> => {
  const chunked = new Set<string>();
  for (const k of framesOf(course, stream, place)) {
    const seen = seenAt(course, k);
    if (seen.kind === 'task' && (seen.task.artifacts?.length ?? 0) > 0) chunked.clear();
    if (seen.kind === 'artifact') chunked.add(seen.artifact.artifactId);
  }
  return chunked;
});

/** The artifacts of which a stream showed all that they held at some moment, or began them anew. */
const begunOn = beforeOn((course, stream, place): ReadonlySet<string> => {
  const begun = new Set<string>();
  for (const k of framesOf(course, stream, place)) {
    const seen = seenAt(course, k);
    const shown = seen.kind === 'task' ? (seen.task.artifacts ?? []) : [];
    if (shown.length > 0) begun.clear();
    for (const { artifactId } of shown) begun.add(artifactId);
    if (seen.kind === 'artifact' && !seen.append) begun.add(seen.artifact.artifactId);
  }
  return begun;
});

/** What the task held when a stream was joined: by its first frame, or by the first read that was asked when it was open. */
const baseOf = beforeOn((course, stream, place): Content | undefined => {
  const [first] = framesOf(course, stream, place);
  const begins = first !== undefined && seenAt(course, first).kind === 'task' ? first : undefined;
  const opened = onStream(course, stream, place).find((k) => seenAt(course, k).kind === 'open');
  const read = course.seen.findIndex(
    (_seen, k) =>
      opened !== undefined &&
      k > opened &&
      k < place &&
      isRead(course, k) &&
      ageOf(course, k) === 'newer' &&
      askedAt(course, k) > receivedAt(course, opened),
  );
  if (read >= 0 && (begins === undefined || read < begins)) return heldAt(course, read);
  return begins === undefined ? undefined : NOTHING;
});
