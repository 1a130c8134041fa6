import type { ArtifactRecord } from '../../lifecycle/artifact-record.ts';
import { missingFrom, sameContent } from '../../lifecycle/compare-content.ts';
import { extendsText, findArtifact } from '../../lifecycle/content.ts';
import { samePrint } from '../../lifecycle/fingerprint.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
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

/** The id of an artifact that a read holds otherwise than the whole stream brought it, or doesn't hold at all. */
export function otherThanStreamed(seen: TaskSeen, at: Situation): string | undefined {
  const streamed = comparable(at);
  if (streamed === undefined) return undefined;
  const { artifacts } = streamed;
  return (
    find(at.content, (read) => {
      const known = findArtifact(artifacts, read.artifactId);
      if (known === undefined || known.textLength === 0 || samePrint(known, read)) return false;
      // Chunks that were sent twice are told as that.
      if (known.doubt !== undefined && samePrint(known.doubt.once, read)) return false;
      return !extendsText(known, partsOf(seen, read), at.key);
    }) ?? missingFrom(artifacts, at.content)
  );
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
