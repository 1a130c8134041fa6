import { asObject, type JsonObject } from '../json.ts';
import type { Artifact, Message, Task } from '../model.ts';
import { readArtifact } from './artifact.ts';
import { FORM, type Noticed, noticeWrong } from './form.ts';
import { optionalText } from './members.ts';
import { readMessage } from './message.ts';
import { readState } from './state.ts';
import { readTimestamp } from './timestamp.ts';

/** Reads a task in the form of any dialect; `undefined` where it has no id or no status, so that it is none. */
export function readTask(value: unknown, noticed: Noticed): Task | undefined {
  const task = asObject(value);
  const status = asObject(task?.['status']);
  if (task === undefined || status === undefined) return undefined;
  const id = optionalText(task, 'id', noticed);
  if (id === undefined) return undefined;
  const contextId = optionalText(task, 'contextId', noticed);
  if (contextId === undefined) noticed.bits |= FORM.noContext;
  return {
    id,
    contextId,
    state: readState(status['state'], noticed),
    timestamp: readTimestamp(status['timestamp'], noticed),
    statusMessage: readOptionalMessage(status['message'], noticed),
    artifacts: readEach(task, 'artifacts', readArtifact, noticed),
    history: readEach(task, 'history', readMessage, noticed),
    raw: task,
  };
}

/** The message of a status, which the proto form writes as `null` or leaves out. */
export function readOptionalMessage(value: unknown, noticed: Noticed): Message | undefined {
  return value === undefined || value === null ? undefined : readMessage(value, noticed, 'status.message');
}

function readEach<T extends Artifact | Message>(
  task: JsonObject,
  member: 'artifacts' | 'history',
  read: (value: unknown, noticed: Noticed, path: string) => T | undefined,
  noticed: Noticed,
): readonly T[] | undefined {
  const list = task[member];
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) {
    noticeWrong(noticed, member);
    return undefined;
  }
  const entries: T[] = [];
  for (const entry of list) {
    const one = read(entry, noticed, member);
    if (one !== undefined) entries.push(one);
  }
  return entries;
}
