import { asObject, asText, type JsonObject } from '../json.ts';
import type { Artifact, Message } from '../model.ts';
import { FORM, type Noticed } from './form.ts';
import { readParts } from './part.ts';

/** Reads a message in the form of any dialect; `undefined` where it is no object. */
export function readMessage(value: unknown, noticed: Noticed): Message | undefined {
  const message = asObject(value);
  if (message === undefined) return undefined;
  const messageId = asText(message['messageId']);
  const role = readRole(message['role'], noticed);
  const taskId = asText(message['taskId']);
  const contextId = asText(message['contextId']);
  return {
    ...(messageId === undefined ? {} : { messageId }),
    ...(role === undefined ? {} : { role }),
    ...(taskId === undefined ? {} : { taskId }),
    ...(contextId === undefined ? {} : { contextId }),
    parts: readParts(partsOf(message, noticed), noticed),
    ...(message['metadata'] === undefined ? {} : { metadata: message['metadata'] as JsonObject }),
  };
}

/** Reads an artifact; one without an id is read as artifact ``, since its content still counts. */
export function readArtifact(value: unknown, noticed: Noticed): Artifact | undefined {
  const artifact = asObject(value);
  if (artifact === undefined) {
    noticed.bits |= FORM.wrongType;
    noticed.detail ||= 'artifact';
    return undefined;
  }
  const artifactId = asText(artifact['artifactId']);
  if (artifactId === undefined) {
    noticed.bits |= FORM.missing;
    noticed.detail ||= 'artifact.artifactId';
  }
  const given = partsOf(artifact, noticed);
  const parts = readParts(given, noticed);
  if (parts === given && artifactId !== undefined) return artifact as unknown as Artifact;
  return { ...artifact, artifactId: artifactId ?? '', parts } as Artifact;
}

function partsOf(holder: JsonObject, noticed: Noticed): unknown {
  const parts = holder['parts'];
  if (Array.isArray(parts)) return parts;
  if (Array.isArray(holder['content'])) {
    noticed.bits |= FORM.contentParts;
    return holder['content'];
  }
  noticed.bits |= parts === undefined ? FORM.missing : FORM.wrongType;
  noticed.detail ||= 'parts';
  return undefined;
}

function readRole(value: unknown, noticed: Noticed): Message['role'] {
  if (value === 'ROLE_USER' || value === 'ROLE_AGENT') {
    noticed.bits |= FORM.enumRole;
    return value === 'ROLE_USER' ? 'user' : 'agent';
  }
  if (value === 'user' || value === 'agent') {
    noticed.bits |= FORM.shortRole;
    return value;
  }
  noticed.bits |= FORM.oddRole;
  return undefined;
}
