import { ARTIFACT, type ArtifactRecord } from '../../lifecycle/artifact-record.ts';
import { finderIn, missingFrom, sameContent } from '../../lifecycle/compare-content.ts';
import { endsWithText, extendsText, findArtifact } from '../../lifecycle/content.ts';
import { samePrint } from '../../lifecycle/fingerprint.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { wholeStream } from './stream-so-far.ts';

/** The id of an artifact of a read that the whole stream didn't bring, or of which it brought only the beginning. */
export function neverStreamed(seen: TaskSeen, at: Situation): string | undefined {
  const streamed = comparable(at);
  if (streamed === undefined) return undefined;
  const { artifacts } = streamed;
  return (
    missingFrom(at.content, artifacts) ??
    find(at.content, (read) => {
      const known = findArtifact(artifacts, read.artifactId);
      if (known === undefined || samePrint(known, read)) return false;
      return known.textLength === 0 || extendsText(known, partsOf(seen, read), at.key);
    })
  );
}

/** The id of an artifact that a read holds otherwise than the whole stream brought it, or some stream brought and it lacks. */
export function otherThanStreamed(seen: TaskSeen, at: Situation): string | undefined {
  return differing(seen, at) ?? neverRead(at);
}

function differing(seen: TaskSeen, at: Situation): string | undefined {
  const streamed = comparable(at);
  if (streamed === undefined) return undefined;
  const { artifacts } = streamed;
  return find(at.content, (read) => {
    const known = findArtifact(artifacts, read.artifactId);
    if (known === undefined || known.textLength === 0 || samePrint(known, read)) return false;
    // Chunks that were sent twice are told as that.
    if (known.doubt !== undefined && samePrint(known.doubt.once, read)) return false;
    return !extendsText(known, partsOf(seen, read), at.key);
  });
}

/**
 * The id of an artifact that some stream brought, whole or not, and that a read of the completed task doesn't hold at all.
 * What a stream that was joined late began behind the end is told as that.
 */
function neverRead(at: Situation): string | undefined {
  const whole = wholeStream(at.task);
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    const missing = missingFrom(stream.artifacts, at.content, stream === whole ? 0 : ARTIFACT.behind);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/**
 * The id of a text that is longer in a read than a stream brought it which was joined late and told the end. Such a stream
 * may lack what came before it was heard, and brings all that came since; what it repeats makes a text longer.
 */
export function otherThanJoined(seen: TaskSeen, at: Situation): string | undefined {
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    if ((stream.flags & NOT_JOINED) !== 0 || !isTerminal(stream.state)) continue;
    const findBrought = finderIn(stream.artifacts);
    const other = find(at.content, (read) => {
      const brought = findBrought(read.artifactId);
      if (brought === undefined || (brought.flags & NOT_BY_CHUNKS) !== ARTIFACT.chunk) return false;
      if (brought.textLength <= 0 || read.textLength <= brought.textLength) return false;
      return (brought.flags & ARTIFACT.begun) !== 0 || !endsWithText(brought, partsOf(seen, read), at.key);
    });
    if (other !== undefined) return other;
  }
  return undefined;
}

const NOT_JOINED = STREAM.birth | STREAM.overlap | STREAM.holed | STREAM.error;
const NOT_BY_CHUNKS = ARTIFACT.chunk | ARTIFACT.behind | ARTIFACT.shown;

/**
 * The id of an artifact of a read that came, or changed, while a stream was open which was joined late, and of which this
 * stream, which told the end, brought nothing, or not all. Never certain: a read may be old, and who joins isn't heard at once.
 */
export function missedByJoined(at: Situation): string | undefined {
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    const { flags, artifacts, base, state } = stream;
    if ((flags & (STREAM.based | STREAM.birth | STREAM.overlap | STREAM.holed)) !== STREAM.based) continue;
    if (!isTerminal(state) || sameContent(at.content, artifacts)) continue;
    const [findBrought, findBefore] = [finderIn(artifacts), finderIn(base)];
    const missed = find(at.content, (read) => {
      const brought = findBrought(read.artifactId);
      if (read.textLength === 0) return false;
      const based = findBefore(read.artifactId);
      if (brought !== undefined && (brought.flags & ARTIFACT.chunk) !== 0) return isShort(brought, based, read);
      const before = brought ?? based;
      return before === undefined || !samePrint(before, read);
    });
    if (missed !== undefined) return missed;
  }
  return undefined;
}

/**
 * Whether a text as streamed, or what was there before with what was streamed of it, lacks some of what was read. What a
 * subscription repeats makes it longer, never shorter.
 */
function isShort(brought: ArtifactRecord, before: ArtifactRecord | undefined, read: ArtifactRecord): boolean {
  if (brought.textLength <= 0) return false;
  if ((brought.flags & ARTIFACT.begun) !== 0) return read.textLength > brought.textLength;
  return before !== undefined && before.textLength > 0 && read.textLength > before.textLength + brought.textLength;
}

/** The whole stream, if it tells another content than the read that is being judged. */
function comparable(at: Situation): { readonly artifacts: ArtifactRecord | undefined } | undefined {
  const whole = wholeStream(at.task);
  return whole === undefined || sameContent(at.content, whole.artifacts) ? undefined : whole;
}

function find(list: ArtifactRecord | undefined, fits: (artifact: ArtifactRecord) => boolean): string | undefined {
  for (let at = list; at !== undefined; at = at.next) if (fits(at)) return at.artifactId;
  return undefined;
}

function partsOf(seen: TaskSeen, read: ArtifactRecord) {
  return seen.task.artifacts?.find((artifact) => artifact.artifactId === read.artifactId)?.parts ?? [];
}
