import type { Artifact, Part } from '../protocol/model.ts';
import { ARTIFACT, type ArtifactRecord, type DoubtRecord } from './artifact-record.ts';
import { addParts, type Fingerprint, type FingerprintKey, resetFingerprint, samePrint } from './fingerprint.ts';

/** Texts shorter than this repeat each other by chance. */
const TELLING_LENGTH = 8;

/** The artifact of that id in a list of records. */
export function findArtifact(list: ArtifactRecord | undefined, artifactId: string): ArtifactRecord | undefined {
  for (let at = list; at !== undefined; at = at.next) if (at.artifactId === artifactId) return at;
  return undefined;
}

/** A record of an artifact without content, put before `next`. */
export function newArtifact(artifactId: string, next: ArtifactRecord | undefined, key: FingerprintKey): ArtifactRecord {
  return {
    artifactId,
    next,
    high: key[0] | 0,
    low: key[1] | 0,
    run: undefined,
    textLength: 0,
    flags: 0,
    doubt: undefined,
  };
}

/** Takes a chunk into an artifact: after what is there, or instead of it. `repeated`: it equals the chunk before. */
export function takeChunk(
  artifact: ArtifactRecord,
  parts: readonly Part[],
  append: boolean,
  repeated: boolean,
  key: FingerprintKey,
): void {
  if (!append) {
    artifact.doubt = undefined;
    resetFingerprint(artifact, key);
    artifact.textLength = 0;
    artifact.flags = ARTIFACT.begun;
  } else {
    takeDoubtful(artifact, parts, repeated, key);
  }
  addChunk(artifact, parts);
}

function addChunk(artifact: ArtifactRecord, parts: readonly Part[]): void {
  if (parts.length > 0) artifact.flags |= ARTIFACT.parts;
  addParts(artifact, parts);
  artifact.textLength = runLength(artifact, parts);
}

/** Keeps the other reading of an artifact whose chunks repeat what was there. */
function takeDoubtful(artifact: ArtifactRecord, parts: readonly Part[], repeated: boolean, key: FingerprintKey): void {
  const known = artifact.doubt?.once ?? artifact;
  if (known.textLength >= TELLING_LENGTH && extendsText(known, parts, key)) {
    const doubt = doubtOf(artifact);
    doubt.cumulative++;
    takeChunk(doubt.once, parts, false, false, key);
  } else if (repeated) {
    doubtOf(artifact).repeated++;
  } else if (artifact.doubt !== undefined) {
    artifact.doubt.cumulative = 0;
    addChunk(artifact.doubt.once, parts);
  }
}

function doubtOf(artifact: ArtifactRecord): DoubtRecord {
  artifact.doubt ??= { once: { ...artifact, next: undefined }, cumulative: 0, repeated: 0 };
  return artifact.doubt;
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
  if (artifacts === undefined) return undefined;
  let list: ArtifactRecord | undefined;
  const names = artifacts.length > 1 ? new Map<string, number>() : undefined;
  for (const artifact of artifacts) {
    list = newArtifact(nameOf(artifact.artifactId, names), list, key);
    list.flags = ARTIFACT.begun | ARTIFACT.shown;
    addChunk(list, artifact.parts);
  }
  return list;
}

/** An id that a snapshot uses again names another place in it: two equal snapshots then are equal place by place. */
function nameOf(artifactId: string, names: Map<string, number> | undefined): string {
  if (names === undefined) return artifactId;
  const before = names.get(artifactId) ?? 0;
  names.set(artifactId, before + 1);
  return before === 0 ? artifactId : `${artifactId}\u0000${before}`;
}

/** Whether text parts begin with all that an artifact holds, which is text, and go on. */
export function extendsText(artifact: ArtifactRecord, parts: readonly Part[], key: FingerprintKey): boolean {
  const { textLength } = artifact;
  return textLength > 0 && lengthOfText(parts) > textLength && isTextFrom(0, artifact, parts, key);
}

/** Whether text parts end with all that an artifact holds, which is text, and hold more before it. */
export function endsWithText(artifact: ArtifactRecord, parts: readonly Part[], key: FingerprintKey): boolean {
  const { textLength } = artifact;
  const before = lengthOfText(parts) - textLength;
  return textLength > 0 && before > 0 && isTextFrom(before, artifact, parts, key);
}

/** The length of parts that are text and nothing else; −1 for others. */
function lengthOfText(parts: readonly Part[]): number {
  let length = 0;
  for (const part of parts) {
    if (part.text === undefined || part.filename) return -1;
    length += part.text.length;
  }
  return length;
}

/** Whether text parts hold, from some place on, what an artifact holds. */
function isTextFrom(from: number, artifact: ArtifactRecord, parts: readonly Part[], key: FingerprintKey): boolean {
  const print: Fingerprint = { high: 0, low: 0, run: undefined };
  resetFingerprint(print, key);
  let begin = from;
  let rest = artifact.textLength;
  for (const part of parts) {
    const { text = '' } = part;
    const piece = text.slice(begin, begin + rest);
    begin = Math.max(begin - text.length, 0);
    rest -= piece.length;
    addParts(print, [{ ...part, text: piece }]);
    if (rest <= 0) break;
  }
  return samePrint(print, artifact);
}
