import type { JsonObject } from '../../protocol/json.ts';
import type { Task } from '../../protocol/model.ts';
import type { Dialect } from '../../protocol/operation.ts';
import { isTerminal, type TaskState } from '../../protocol/task-state.ts';
import type { AnswerForm } from '../front/error-answer.ts';

const KINDS = { statusUpdate: 'status-update', artifactUpdate: 'artifact-update', task: 'task' } as const;
type Held = keyof typeof KINDS;

/** One server-sent event with that payload. */
export function frameOf(payload: string): string {
  return `data: ${payload}\n\n`;
}

/** The answer to a call as the one event of a stream. */
export function answerFrame(body: Buffer): string {
  return frameOf(body.toString('utf8').trim().replace(/\r?\n/g, ' '));
}

/** A task as the first event of a stream, or in the place of one. */
export function taskFrame(form: AnswerForm, task: JsonObject): string {
  return frameOf(payloadOf(form, 'task', task, task));
}

/** The event of a state that the caller has not been told. `last`: nothing follows it (0.x says so). */
export function statusFrame(form: AnswerForm, task: Task, last: boolean): string {
  const about = { taskId: task.id, ...(task.contextId === undefined ? {} : { contextId: task.contextId }) };
  const final = form.dialect === '1.0' ? {} : { final: last };
  return frameOf(payloadOf(form, 'statusUpdate', { ...about, status: task.raw['status'], ...final }, task.raw));
}

/** The event of a whole artifact, as a snapshot has it. It is the last of its artifact where the task has ended. */
export function artifactFrame(form: AnswerForm, task: Task, artifact: unknown): string {
  const lastChunk = isTerminal(task.state);
  const about = { taskId: task.id, ...(task.contextId === undefined ? {} : { contextId: task.contextId }) };
  return frameOf(payloadOf(form, 'artifactUpdate', { ...about, artifact, append: false, lastChunk }, task.raw));
}

/** The answer to a call that holds a task. `wrapped` as the answer to a send is in 1.0, and over HTTP+JSON. */
export function taskAnswer(form: AnswerForm, task: JsonObject, wrapped: boolean): string {
  const result = wrapped ? { task } : task;
  return JSON.stringify(form.binding === 'JSONRPC' ? { jsonrpc: '2.0', id: form.rpcId, result } : result);
}

/** The answer to a send that holds a task. */
export function sendAnswer(form: AnswerForm, task: JsonObject): string {
  return taskAnswer(form, task, form.dialect === '1.0' || form.binding === 'HTTP+JSON');
}

/** A task with another state than it was told with, in the spelling of its dialect. */
export function withState(task: Task, state: TaskState, dialect: Dialect): Task {
  if (task.state === state) return task;
  const enumerated = dialect === '1.0' || /^TASK_STATE_/.test(String((task.raw['status'] as JsonObject)['state']));
  const spelled = enumerated ? `TASK_STATE_${state.toUpperCase().replace('-', '_')}` : state;
  const status = { state: spelled, timestamp: new Date().toISOString() };
  return { ...task, state, statusMessage: undefined, raw: { ...task.raw, status } };
}

/** `like`: an object of the agent's own, by which is seen whether it says what things are by `kind`. */
function payloadOf(form: AnswerForm, held: Held, object: JsonObject, like: JsonObject): string {
  const old = form.dialect !== '1.0';
  const kinds = old && (form.binding === 'JSONRPC' || like['kind'] !== undefined);
  const named = kinds ? { kind: KINDS[held], ...object } : object;
  const event = old && form.binding === 'JSONRPC' ? named : { [held]: named };
  return JSON.stringify(form.binding === 'JSONRPC' ? { jsonrpc: '2.0', id: form.rpcId, result: event } : event);
}
