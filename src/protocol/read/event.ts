import { asObject, asText, type JsonObject } from '../json.ts';
import type { ArtifactSeen, MessageSeen, StatusSeen, TaskSeen, Vantage } from '../observation.ts';
import { FORM, type Noticed } from './form.ts';
import { readArtifact, readMessage } from './message.ts';
import { readState } from './state.ts';
import { readOptionalMessage, readTask } from './task.ts';

/**
 * Reads a task, a message or an event, whichever it is and in the form of whichever dialect: wrapped (1.0), with a
 * `kind` (0.x), or bare. `undefined` where it is none of them.
 */
export function readEvent(
  value: unknown,
  vantage: Vantage,
  received: number,
  noticed: Noticed,
): TaskSeen | StatusSeen | ArtifactSeen | MessageSeen | undefined {
  const object = asObject(value);
  if (object === undefined) return undefined;
  const { statusUpdate, artifactUpdate, task, message, kind } = object;
  const wrapped = statusUpdate ?? artifactUpdate ?? task ?? message;
  if (kind === undefined && asObject(wrapped) !== undefined && object['status'] === undefined) {
    noticed.bits |= FORM.wrapper;
    const inner = wrapped as JsonObject;
    // 0.3 over HTTP+JSON wraps objects that carry a `kind` as well.
    if (inner['kind'] !== undefined) noticed.bits |= FORM.kind;
    if (statusUpdate) return readStatus(inner, vantage, received, noticed);
    if (artifactUpdate) return readArtifactEvent(inner, vantage, received, noticed);
    if (task) return readTaskSeen(inner, vantage, received, noticed);
    return readMessageSeen(inner, vantage, received, noticed);
  }
  noticed.bits |= kind === undefined ? FORM.bare : FORM.kind;
  switch (kind ?? kindOf(object)) {
    case 'task':
      return readTaskSeen(object, vantage, received, noticed);
    case 'message':
      return readMessageSeen(object, vantage, received, noticed);
    case 'status-update':
      return readStatus(object, vantage, received, noticed);
    case 'artifact-update':
      return readArtifactEvent(object, vantage, received, noticed);
    default:
      return undefined;
  }
}

/** What an object without a discriminator must be, going by members that only one kind has. */
function kindOf(object: JsonObject): string | undefined {
  if (object['artifact'] !== undefined) return 'artifact-update';
  if (object['status'] !== undefined) return object['id'] === undefined ? 'status-update' : 'task';
  return object['parts'] !== undefined || object['content'] !== undefined ? 'message' : undefined;
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
  const message = readMessage(object, noticed);
  return message && { kind: 'message', message, vantage, received };
}

function readStatus(object: JsonObject, vantage: Vantage, received: number, noticed: Noticed): StatusSeen | undefined {
  const status = asObject(object['status']);
  if (status === undefined) return undefined;
  const final = object['final'];
  if (final !== undefined) noticed.bits |= FORM.final;
  return {
    kind: 'status',
    vantage,
    received,
    taskId: readTaskId(object, noticed),
    contextId: asText(object['contextId']),
    state: readState(status['state'], noticed),
    timestamp: asText(status['timestamp']),
    message: readOptionalMessage(status['message'], noticed),
    final: typeof final === 'boolean' ? final : undefined,
  };
}

function readArtifactEvent(
  object: JsonObject,
  vantage: Vantage,
  received: number,
  noticed: Noticed,
): ArtifactSeen | undefined {
  const artifact = readArtifact(object['artifact'], noticed);
  if (artifact === undefined) return undefined;
  return {
    kind: 'artifact',
    vantage,
    received,
    taskId: readTaskId(object, noticed),
    contextId: asText(object['contextId']),
    artifact,
    append: object['append'] === true,
    lastChunk: object['lastChunk'] === true,
  };
}

function readTaskId(object: JsonObject, noticed: Noticed): string | undefined {
  const taskId = asText(object['taskId']);
  if (taskId === undefined) {
    noticed.bits |= FORM.missing;
    noticed.detail ||= 'taskId';
  }
  return taskId;
}
