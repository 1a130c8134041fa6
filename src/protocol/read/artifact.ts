import { asObject, type JsonObject } from '../json.ts';
import type { Artifact } from '../model.ts';
import { type Noticed, noticeWrong } from './form.ts';
import { requiredText } from './members.ts';
import { partsOf, readTexts } from './message.ts';
import { readParts } from './part.ts';

type Writable<T> = { -readonly [member in keyof T]: T[member] };

/**
 * Reads an artifact in the form of any dialect; `undefined` where it is no object. One without an id is read as the
 * artifact of the empty id, since its content still counts.
 */
export function readArtifact(value: unknown, noticed: Noticed, path: string): Artifact | undefined {
  const given = asObject(value);
  if (given === undefined) {
    noticeWrong(noticed, path);
    return undefined;
  }
  const artifactId = requiredText(given, 'artifactId', noticed) ?? '';
  const list = partsOf(given, noticed);
  const parts = readParts(list, noticed);
  if (parts === given['parts'] && isSound(given)) return given as unknown as Artifact;
  return rebuild(given, artifactId, parts);
}

/** Whether every member that is known has its type. */
function isSound(given: JsonObject): boolean {
  const { artifactId, name, description, metadata, extensions } = given;
  return (
    typeof artifactId === 'string' &&
    (name === undefined || typeof name === 'string') &&
    (description === undefined || typeof description === 'string') &&
    (metadata === undefined || asObject(metadata) !== undefined) &&
    (extensions === undefined || (Array.isArray(extensions) && readTexts(extensions)?.length === extensions.length))
  );
}

function rebuild(given: JsonObject, artifactId: string, parts: Artifact['parts']): Artifact {
  const { name, description } = given;
  const artifact: Writable<Artifact> = { artifactId, parts };
  if (typeof name === 'string') artifact.name = name;
  if (typeof description === 'string') artifact.description = description;
  const metadata = asObject(given['metadata']);
  if (metadata !== undefined) artifact.metadata = metadata;
  const extensions = readTexts(given['extensions']);
  if (extensions !== undefined) artifact.extensions = extensions;
  return artifact;
}
