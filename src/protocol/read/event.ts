import { asObject, type JsonObject } from '../json.ts';
import type { ArtifactSeen, MessageSeen, StatusSeen, TaskSeen, Vantage } from '../observation.ts';
import { readArtifact } from './artifact.ts';
import { FORM, type Noticed, noticeWrong } from './form.ts';
import { flag, requiredText } from './members.ts';
import { readMessage } from './message.ts';
import { readState } from './state.ts';
import { readOptionalMessage, readTask } from './task.ts';
import { readTimestamp } from './timestamp.ts';

export type EventSeen = TaskSeen | StatusSeen | ArtifactSeen | MessageSeen;

type ReadEvent = (object: JsonObject, vantage: Vantage, received: number, noticed: Noticed) => EventSeen | undefined;

/**
 * Reads a task, a message or an event, whichever it is and in the form of whichever dialect: wrapped (1.0), with a
 * `kind` (0.x), or bare. `undefined` where it is none of them.
 */
export function readEvent(value: unknown, vantage: Vantage, received: number, noticed: Noticed): EventSeen | undefined {
  const object = asObject(value);
  if (object === undefined) return undefined;
  const kind = object['kind'];
  if (kind === undefined && object['status'] === undefined) {
    const held = readWrapped(object, vantage, received, noticed);
    if (held !== undefined) return held;
  }
  const read = typeof kind === 'string' ? readerOfKind(kind) : undefined;
  if (read !== undefined) {
    noticed.bits |= FORM.kind;
    return read(object, vantage, received, noticed);
  }
  noticed.bits |= FORM.bare;
  return readerOfMembers(object)?.(object, vantage, received, noticed);
}

function readWrapped(object: JsonObject, vantage: Vantage, received: number, noticed: Noticed): EventSeen | undefined {
  for (const [member, bits, read] of WRAPPERS) {
    const inner = asObject(object[member]);
    if (inner === undefined) continue;
    noticed.bits |= bits;
    if (holdsAnother(object, member)) noticed.bits |= FORM.several;
    return read(inner, vantage, received, noticed);
  }
  return undefined;
}

/** An answer is one of them, never two (`oneof`). */
function holdsAnother(object: JsonObject, member: string): boolean {
  for (const [other] of WRAPPERS) if (other !== member && asObject(object[other]) !== undefined) return true;
  return false;
}

function readerOfKind(kind: string): ReadEvent | undefined {
  switch (kind) {
    case 'status-update':
      return readStatus;
    case 'artifact-update':
      return readArtifactEvent;
    case 'task':
      return readTaskSeen;
    case 'message':
      return readMessageSeen;
    default:
      return undefined;
  }
}

/** What an object without a discriminator must be, going by members that only one kind has. */
function readerOfMembers(object: JsonObject): ReadEvent | undefined {
  if (object['artifact'] !== undefined) return readArtifactEvent;
  if (object['status'] !== undefined) return object['id'] === undefined ? readStatus : readTaskSeen;
  return Array.isArray(object['parts']) || Array.isArray(object['content']) ? readMessageSeen : undefined;
}

function readTaskSeen(object: JsonObject, vantage: Vantage, received: number, noticed: Noticed): TaskSeen | undefined {
  const task = readTask(object, noticed);
  return task && { kind: 'task', task, vantage, received };
}

function readMessageSeen(
  object: JsonObject,
  vantage: Vantage,
  received: number,
  noticed: Noticed,
): MessageSeen | undefined {
  const message = readMessage(object, noticed, 'message');
  return message && { kind: 'message', message, vantage, received };
}

function readStatus(object: JsonObject, vantage: Vantage, received: number, noticed: Noticed): StatusSeen | undefined {
  const status = asObject(object['status']);
  if (status === undefined) return undefined;
  return {
    kind: 'status',
    vantage,
    received,
    taskId: requiredText(object, 'taskId', noticed),
    contextId: requiredText(object, 'contextId', noticed),
    state: readState(status['state'], noticed),
    timestamp: readTimestamp(status['timestamp'], noticed),
    message: readOptionalMessage(status['message'], noticed),
    final: readFinal(object['final'], noticed),
  };
}

function readArtifactEvent(
  object: JsonObject,
  vantage: Vantage,
  received: number,
  noticed: Noticed,
): ArtifactSeen | undefined {
  const artifact = readArtifact(object['artifact'], noticed, 'artifact');
  if (artifact === undefined) return undefined;
  return {
    kind: 'artifact',
    vantage,
    received,
    taskId: requiredText(object, 'taskId', noticed),
    contextId: requiredText(object, 'contextId', noticed),
    artifact,
    append: flag(object, 'append', noticed),
    lastChunk: flag(object, 'lastChunk', noticed),
  };
}

function readFinal(final: unknown, noticed: Noticed): boolean | undefined {
  if (final === undefined || final === null) return undefined;
  if (typeof final !== 'boolean') {
    noticeWrong(noticed, 'final');
    return undefined;
  }
  noticed.bits |= FORM.final;
  return final;
}

/** The members that hold an event, the most frequent first. */
const WRAPPERS: readonly (readonly [member: string, bits: number, read: ReadEvent])[] = [
  ['statusUpdate', FORM.wrapper, readStatus],
  ['artifactUpdate', FORM.wrapper, readArtifactEvent],
  ['task', FORM.wrapper, readTaskSeen],
  ['message', FORM.wrapper, readMessageSeen],
  ['status_update', FORM.wrapper | FORM.snakeCase, readStatus],
  ['artifact_update', FORM.wrapper | FORM.snakeCase, readArtifactEvent],
];
