import type { Part } from '../../../src/protocol/model.ts';
import { begins, type Content, contentOf, NOTHING, textLength } from './content.ts';
import { beforeOn, seenAt } from './course.ts';
import { framesOf, hasToldEnd, isRepeated } from './streams.ts';

/** One artifact as a stream brought it, and how else its chunks may be meant. */
export interface Streamed {
  readonly parts: readonly Part[];
  readonly closed: boolean;
  /** Its chunks with those taken once that repeat what was there; `undefined` while none does. */
  readonly once: readonly Part[] | undefined;
  /** Appended chunks in a row that begin with all that was there, and ones equal to the chunk before. */
  readonly cumulative: number;
  readonly repeated: number;
  /** It was begun behind the end that the stream had told. */
  readonly behind: boolean;
}

/** Shorter texts repeat each other by chance. */
const TELLING = 8;

/** The artifacts that a stream has brought. */
export const streamedOn = beforeOn((course, stream, at): ReadonlyMap<string, Streamed> => {
  let held = new Map<string, Streamed>();
  for (const k of framesOf(course, stream, at)) {
    const seen = seenAt(course, k);
    if (seen.kind === 'task' && (seen.task.artifacts?.length ?? 0) > 0) {
      held = new Map([...contentOf(seen.task.artifacts)].map(([id, parts]) => [id, begun(parts, false)]));
    } else if (seen.kind === 'artifact') {
      const { artifactId, parts } = seen.artifact;
      const known = held.get(artifactId);
      const next =
        seen.append && known !== undefined
          ? appended(known, parts, isRepeated(course, k))
          : begun(parts, known?.behind ?? hasToldEnd(course, stream, k));
      held.set(artifactId, seen.lastChunk ? { ...next, closed: true } : next);
    }
  }
  return held;
});

function begun(parts: readonly Part[], behind: boolean): Streamed {
  return { parts, closed: false, once: undefined, cumulative: 0, repeated: 0, behind };
}

function appended(known: Streamed, chunk: readonly Part[], repeated: boolean): Streamed {
  const parts = [...known.parts, ...chunk];
  const once = known.once ?? known.parts;
  if ((textLength(once) ?? 0) >= TELLING && begins(once, chunk))
    return { ...known, parts, once: chunk, cumulative: known.cumulative + 1 };
  if (repeated) return { ...known, parts, once, repeated: known.repeated + 1 };
  return { ...known, parts, cumulative: 0, once: known.once === undefined ? undefined : [...known.once, ...chunk] };
}

/** The content that a stream has brought. */
export const contentOn = beforeOn((course, stream, at): Content => {
  const streamed = streamedOn(course, stream, at);
  return streamed.size === 0 ? NOTHING : new Map([...streamed].map(([id, { parts }]) => [id, parts]));
});
