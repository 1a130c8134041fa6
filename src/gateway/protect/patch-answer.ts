import { asList, asObject, asText, type JsonObject } from '../../protocol/json.ts';
import type { Task } from '../../protocol/model.ts';
import type { Dialect } from '../../protocol/operation.ts';
import { agrees } from './agrees.ts';
import { withState } from './event-frame.ts';
import type { Final } from './follower.ts';

/** Where in an answer the task is. */
export type Holder = 'result.task' | 'result' | 'task' | 'root';

/** Finds the task of an answer: in the envelope of JSON-RPC or none, wrapped or bare. */
export function findTask(body: JsonObject): { readonly holder: Holder; readonly task: JsonObject } | undefined {
  const result = asObject(body['result']);
  const places: readonly (readonly [Holder, JsonObject | undefined])[] = [
    ['result.task', asObject(result?.['task'])],
    ['result', result],
    ['task', asObject(body['task'])],
    ['root', body],
  ];
  for (const [holder, task] of places) {
    if (task !== undefined && asObject(task['status']) !== undefined) return { holder, task };
  }
  return undefined;
}

/** The answer with another task in the place of its own. */
export function putTask(body: JsonObject, holder: Holder, task: JsonObject): JsonObject {
  switch (holder) {
    case 'result.task':
      return { ...body, result: { ...asObject(body['result']), task } };
    case 'result':
      return { ...body, result: task };
    case 'task':
      return { ...body, task };
    case 'root':
      return task;
  }
}

/** A task as an answer shows it, with the end and the content that its caller was told. History and all else stay. */
export function asEnded(shown: JsonObject, final: Final, told: Task, dialect: Dialect): JsonObject {
  const end = final.task ?? withState(told, final.state, dialect);
  const { artifacts: _, ...rest } = shown;
  const own = final.task === undefined ? shown['artifacts'] : final.task.raw['artifacts'];
  const artifacts = final.streamed.length === 0 ? own : withStreamed(asList(own), final.streamed);
  return { ...rest, status: end.raw['status'], ...(artifacts === undefined ? {} : { artifacts }) };
}

/**
 * A list with each ended task as its caller was told, where that is not what the list shows of it.
 *
 * @param tasks those of the list
 * @param finalOf the end of a task that its caller was told
 */
export function patchTasks(
  body: JsonObject,
  tasks: readonly Task[],
  finalOf: (taskId: string) => Final | undefined,
  dialect: Dialect,
): JsonObject | undefined {
  const shown = new Map(tasks.map((task) => [task.id, task]));
  return patchList(body, (taskId) => {
    const final = finalOf(taskId);
    const told = shown.get(taskId);
    if (final === undefined || told === undefined || agrees(told, final)) return undefined;
    // A list may leave the artifacts out.
    if (told.state === final.state && told.artifacts === undefined) return undefined;
    return asEnded(told.raw, final, told, dialect);
  });
}

/**
 * A list with each ended task as its caller was told. `undefined` where nothing is to be changed.
 *
 * @param finalOf the end of a task, if its caller was told one that differs from what is shown
 */
function patchList(body: JsonObject, finalOf: (taskId: string) => JsonObject | undefined): JsonObject | undefined {
  const enveloped = asObject(body['result']);
  const list = enveloped ?? body;
  let changed = false;
  const tasks = asList(list['tasks']).map((entry) => {
    const id = asText(asObject(entry)?.['id']);
    const patched = id === undefined ? undefined : finalOf(id);
    changed ||= patched !== undefined;
    return patched ?? entry;
  });
  if (!changed) return undefined;
  return enveloped === undefined ? { ...body, tasks } : { ...body, result: { ...enveloped, tasks } };
}

function withStreamed(own: readonly unknown[], streamed: readonly JsonObject[]): readonly unknown[] {
  const ids = new Set(streamed.map((artifact) => artifact['artifactId']));
  return [...own.filter((artifact) => !ids.has(asObject(artifact)?.['artifactId'])), ...streamed];
}
