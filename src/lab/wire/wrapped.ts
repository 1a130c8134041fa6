import type { JsonObject, StreamEvent } from '../model.ts';
import { asObject } from './json.ts';
import type { Objects } from './objects.ts';

const keys = { task: 'task', message: 'message', status: 'statusUpdate', artifact: 'artifactUpdate' } as const;

/** An event under the key that says its kind. */
export function wrapEvent(objects: Objects, event: StreamEvent): JsonObject {
  const written = objects.writeEvent(event);
  return event.kind === 'other' ? written : { [keys[event.kind]]: written };
}

export function unwrapEvent(objects: Objects, json: JsonObject): StreamEvent {
  const task = asObject(json['task']);
  if (task !== undefined) return { kind: 'task', task: objects.readTask(task) };
  const message = asObject(json['message']);
  if (message !== undefined) return { kind: 'message', message: objects.readMessage(message) };
  const status = asObject(json['statusUpdate']);
  if (status !== undefined) return objects.readStatusEvent(status);
  const artifact = asObject(json['artifactUpdate']);
  return artifact === undefined ? { kind: 'other', json } : objects.readArtifactEvent(artifact);
}
