import type { Part } from '../../../src/protocol/model.ts';
import { isTerminal } from '../../../src/protocol/task-state.ts';
import { type Content, differing, missing, NOTHING, sameParts, textLength } from './content.ts';
import { askedAt, beforeOn, type Course, receivedAt, seenAt } from './course.ts';
import { heldAt, isRead } from './reads.ts';
import { contentOn, streamedOn } from './streamed.ts';
import { framesOf, hadError, isBirth, isHoled, isOverlap, onStream, streamState, streamsBefore } from './streams.ts';
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
        const known = begunOn(course, stream, place).has(id) ? 0 : textLength(base.get(id) ?? []) || undefined;
        return known !== undefined && own > 0 && (length ?? 0) > known + own;
      });
    });
}

/** The texts that hold more than a stream which was joined and told the end brought of them, unless all of that came before. */
export function otherThanJoined(course: Course, place: number): readonly string[] {
  const held = heldAt(course, place);
  return streamsBefore(course, place)
    .filter((stream) => !isBirth(course, stream) && !isHoled(course, stream, place) && !hadError(course, stream, place))
    .filter((stream) => !isOverlap(course, stream, place) && isTerminal(streamState(course, stream, place)))
    .flatMap((stream) => {
      const chunked = chunkedOn(course, stream, place);
      const shown = shownOn(course, stream, place);
      const begun = begunOn(course, stream, place);
      return [...streamedOn(course, stream, place)].flatMap(([id, { parts, behind }]) => {
        const read = held.get(id) ?? [];
        if (behind || !chunked.has(id) || shown.has(id)) return [];
        const [own, whole] = [textLength(parts) ?? -1, textLength(read) ?? -1];
        if (own <= 0 || whole <= own) return [];
        return begun.has(id) || !sameParts(cutText(read, whole - own), parts) ? [id] : [];
      });
    });
}

/** Parts that are text, without so many characters of their begin. */
function cutText(parts: readonly Part[], count: number): readonly Part[] {
  let rest = count;
  return parts.map((part) => {
    const { text = '' } = part;
    const cut = Math.min(rest, text.length);
    rest -= cut;
    return { ...part, text: text.slice(cut) };
  });
}

/** The artifacts that a stream has shown by a snapshot, and not begun anew since. */
const shownOn = beforeOn((course, stream, place): ReadonlySet<string> => {
  const shown = new Set<string>();
  for (const k of framesOf(course, stream, place)) {
    const seen = seenAt(course, k);
    const artifacts = seen.kind === 'task' ? (seen.task.artifacts ?? []) : [];
    if (artifacts.length > 0) shown.clear();
    for (const { artifactId } of artifacts) shown.add(artifactId);
    if (seen.kind === 'artifact' && !seen.append) shown.delete(seen.artifact.artifactId);
  }
  return shown;
});

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
