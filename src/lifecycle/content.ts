import type { Artifact, Part } from '../protocol/model.ts';
import { addParts, type Fingerprint, type FingerprintKey, resetFingerprint, samePrint } from './fingerprint.ts';
import type { ArtifactRecord } from './record.ts';

/** The artifact of that id in a list of records. */
export function findArtifact(list: ArtifactRecord | undefined, artifactId: string): ArtifactRecord | undefined {
  for (let at = list; at !== undefined; at = at.next) if (at.artifactId === artifactId) return at;
  return undefined;
}

/** A record of an artifact without content, put before `next`. */
export function newArtifact(artifactId: string, next: ArtifactRecord | undefined, key: FingerprintKey): ArtifactRecord {
  return { artifactId, next, high: key[0] | 0, low: key[1] | 0, run: undefined, textLength: 0, chunks: 0 };
}

/** Takes a chunk into an artifact: after what is there, or instead of it. */
export function takeChunk(
  artifact: ArtifactRecord,
  parts: readonly Part[],
  append: boolean,
  key: FingerprintKey,
): void {
  if (!append) {
    resetFingerprint(artifact, key);
    artifact.textLength = 0;
  }
  artifact.chunks++;
  addParts(artifact, parts);
  artifact.textLength = runLength(artifact, parts);
}

/** The length of the one text run that an artifact consists of so far, or −1. */
function runLength(artifact: ArtifactRecord, parts: readonly Part[]): number {
  let length = artifact.textLength;
  for (const part of parts) {
    if (length < 0 || part.text === undefined || part.filename) return -1;
    length += part.text.length;
  }
  return artifact.run === undefined && length > 0 ? -1 : length;
}

/** What a snapshot holds, as records; `undefined` for nothing. */
export function contentOf(artifacts: readonly Artifact[] | undefined, key: FingerprintKey): ArtifactRecord | undefined {
  let list: ArtifactRecord | undefined;
  for (const artifact of artifacts ?? []) {
    list = newArtifact(artifact.artifactId, list, key);
    takeChunk(list, artifact.parts, true, key);
  }
  return list;
}

/** Whether two lists hold the same artifacts with the same content, in any order. */
export function sameContent(a: ArtifactRecord | undefined, b: ArtifactRecord | undefined): boolean {
  return missingFrom(a, b) === undefined && missingFrom(b, a) === undefined && differingIn(a, b) === undefined;
}

/** The id of an artifact that the first list has and the second has not. Artifacts without content don't count. */
export function missingFrom(has: ArtifactRecord | undefined, lacks: ArtifactRecord | undefined): string | undefined {
  for (let at = has; at !== undefined; at = at.next) {
    if (at.textLength !== 0 && findArtifact(lacks, at.artifactId) === undefined) return at.artifactId;
  }
  return undefined;
}

/** The id of an artifact that both lists have with different content. */
export function differingIn(a: ArtifactRecord | undefined, b: ArtifactRecord | undefined): string | undefined {
  for (let at = a; at !== undefined; at = at.next) {
    const other = findArtifact(b, at.artifactId);
    if (other !== undefined && !samePrint(at, other)) return at.artifactId;
  }
  return undefined;
}

/** Whether a chunk that is appended begins with all that its artifact holds already, and goes on. */
export function repeatsWhole(artifact: ArtifactRecord, parts: readonly Part[], key: FingerprintKey): boolean {
  const part = parts.length === 1 ? parts[0] : undefined;
  const length = artifact.textLength;
  if (part?.text === undefined || length <= 0 || part.text.length <= length) return false;
  const print: Fingerprint = { high: 0, low: 0, run: undefined };
  resetFingerprint(print, key);
  addParts(print, [{ ...part, text: part.text.slice(0, length) }]);
  return samePrint(print, artifact);
}
