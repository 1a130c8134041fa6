import { asObject, asText, type JsonObject } from '../json.ts';
import type { Artifact, Message, Task } from '../model.ts';
import { FORM, type Noticed } from './form.ts';
import { readArtifact, readMessage } from './message.ts';
import { readState } from './state.ts';

/** Reads a task in the form of any dialect; `undefined` where it has no id or no status, so that it is none. */
export function readTask(value: unknown, noticed: Noticed): Task | undefined {
  const task = asObject(value);
  const id = asText(task?.['id']);
  if (task === undefined || id === undefined) return undefined;
  const status = asObject(task['status']);
  if (status === undefined) return undefined;
  return {
    id,
    contextId: asText(task['contextId']),
    state: readState(status['state'], noticed),
    timestamp: asText(status['timestamp']),
    statusMessage: readOptionalMessage(status['message'], noticed),
    artifacts: readEach(task, 'artifacts', readArtifact, noticed),
    history: readEach(task, 'history', readMessage, noticed),
    raw: task,
  };
}

/** The message of a status, which the proto form writes as `null` or leaves out. */
export function readOptionalMessage(value: unknown, noticed: Noticed): Message | undefined {
  return value === undefined || value === null ? undefined : readMessage(value, noticed);
}

function readEach<T extends Artifact | Message>(
  task: JsonObject,
  member: 'artifacts' | 'history',
  read: (value: unknown, noticed: Noticed) => T | undefined,
  noticed: Noticed,
): readonly T[] | undefined {
  const list = task[member];
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) {
    noticed.bits |= FORM.wrongType;
    noticed.detail ||= member;
    return undefined;
  }
  return list.map((entry) => read(entry, noticed)).filter((entry) => entry !== undefined);
}
