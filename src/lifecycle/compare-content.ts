import type { ArtifactRecord } from './artifact-record.ts';
import { findArtifact } from './content.ts';
import { samePrint } from './fingerprint.ts';
import { artifactPrint } from './frame-print.ts';
import type { ReadRecord } from './record.ts';
import type { Situation } from './situation.ts';

/** Lists up to this length are searched one by one; a peer may send longer ones. */
const SHORT = 16;

type Find = (artifactId: string) => ArtifactRecord | undefined;

/** How to find artifacts in a list, whatever its length. */
export function finderIn(list: ArtifactRecord | undefined): Find {
  let length = 0;
  for (let at = list; at !== undefined && length <= SHORT; at = at.next) length++;
  if (length <= SHORT) return (artifactId) => findArtifact(list, artifactId);
  const byId = new Map<string, ArtifactRecord>();
  for (let at = list; at !== undefined; at = at.next) byId.set(at.artifactId, at);
  return (artifactId) => byId.get(artifactId);
}

/** Whether two lists hold the same artifacts with the same content, in any order. */
export function sameContent(a: ArtifactRecord | undefined, b: ArtifactRecord | undefined): boolean {
  if (a === undefined || b === undefined) return isEmpty(a) && isEmpty(b);
  if (a.next === undefined && b.next === undefined && a.artifactId === b.artifactId) return samePrint(a, b);
  return missingFrom(a, b) === undefined && missingFrom(b, a) === undefined && differingIn(a, b) === undefined;
}

/** By which a content is known again whatever the order of its artifacts: others are other contents for certain. */
export function contentPrint(list: ArtifactRecord | undefined): number {
  let all = 0;
  for (let at = list; at !== undefined; at = at.next) {
    if (at.textLength !== 0) all ^= artifactPrint(at);
  }
  return all;
}

/** Whether a read shows the result that an earlier one showed: the same artifacts, or the same words in their place. */
export function sameResult(at: Situation, before: ReadRecord): boolean {
  return sameContent(at.content, before.artifacts) && sameContent(at.words, before.words);
}

/** Whether no artifact of a list has any content. */
export function isEmpty(list: ArtifactRecord | undefined): boolean {
  for (let at = list; at !== undefined; at = at.next) if (at.textLength !== 0) return false;
  return true;
}

/**
 * The id of an artifact that the first list has and the second has not. Artifacts without content don't count, nor do
 * those with any of some flags.
 */
export function missingFrom(
  has: ArtifactRecord | undefined,
  lacks: ArtifactRecord | undefined,
  uncounted = 0,
): string | undefined {
  if (has === undefined) return undefined;
  const find = finderIn(lacks);
  for (let at: ArtifactRecord | undefined = has; at !== undefined; at = at.next) {
    if (at.textLength !== 0 && (at.flags & uncounted) === 0 && find(at.artifactId) === undefined) return at.artifactId;
  }
  return undefined;
}

/** The id of an artifact that both lists have with different content. */
export function differingIn(a: ArtifactRecord | undefined, b: ArtifactRecord | undefined): string | undefined {
  if (a === undefined || b === undefined) return undefined;
  const find = finderIn(b);
  for (let at: ArtifactRecord | undefined = a; at !== undefined; at = at.next) {
    const other = find(at.artifactId);
    if (other !== undefined && !samePrint(at, other)) return at.artifactId;
  }
  return undefined;
}
