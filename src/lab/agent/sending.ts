import { randomUUID } from 'node:crypto';
import type { Exchange, Reply } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import { isEnded, isWaiting, type Message, type StreamEvent, type Task } from '../model.ts';
import { pause } from '../pause.ts';
import { asksForMessage, Stopped, work } from './behaviours.ts';
import { trimHistory } from './page.ts';
import { agentMessage, now, type OnEvent, TaskEntry } from './task-entry.ts';
import type { TaskStore } from './task-store.ts';

export interface SendingOptions {
  readonly store: TaskStore;
  readonly onEvent: OnEvent;
  readonly stepMs: number;
  readonly ledger: Ledger;
}

/** A task that took in a message; `begin` starts the work that it asks for, if the task isn't busy already. */
interface Accepted {
  readonly entry: TaskEntry;
  begin(): void;
}

/** Takes messages in and works on them. */
export function createSending({ store, onEvent, stepMs, ledger }: SendingOptions) {
  const create = (message: Message, owner: string): TaskEntry => {
    const id = randomUUID();
    const contextId = message.contextId ?? randomUUID();
    const task: Task = {
      id,
      contextId,
      status: { state: 'submitted', timestamp: now() },
      artifacts: [],
      history: [{ ...message, taskId: id, contextId }],
    };
    const entry = new TaskEntry(task, owner, onEvent);
    store.add(entry);
    return entry;
  };

  const run = async (entry: TaskEntry, message: Message): Promise<void> => {
    const stopped = entry.startRun();
    ledger.add({ kind: 'run', taskId: entry.task.id, messageId: message.messageId, state: 'working' });
    const steps = async (count: number) => {
      if (!(await pause(count * stepMs, stopped))) throw new Stopped();
    };
    try {
      await work({ entry, message, pause: steps });
    } catch (error) {
      if (!(error instanceof Stopped)) entry.setState('failed', 'something went wrong');
    }
  };

  /** @throws Fault if the message names a task that is unknown, ended or of another context. */
  const accept = (message: Message, owner: string): Accepted => {
    if (message.taskId === undefined) {
      const entry = create(message, owner);
      return { entry, begin: () => void run(entry, message) };
    }
    const entry = store.find(message.taskId, owner);
    const { id, contextId, status } = entry.task;
    if (message.contextId !== undefined && message.contextId !== contextId) {
      throw new Fault('invalid-params', `Task ${id} belongs to another context.`);
    }
    if (isEnded(status.state)) throw new Fault('task-ended', `Task ${id} is ${status.state} and can't go on.`);
    entry.hear({ ...message, contextId });
    const idle = isWaiting(status.state);
    return { entry, begin: () => void (idle && run(entry, message)) };
  };

  const send = async ({ params, signal }: Exchange, { entry, begin }: Accepted): Promise<Reply> => {
    begin();
    if (params.blocking !== false) await settled(entry, signal);
    return { kind: 'task', task: trimHistory(entry.task, params.historyLength) };
  };

  const stream = async ({ signal }: Exchange, { entry, begin }: Accepted): Promise<Reply> => {
    const events = entry.subscribe(signal); // before the work begins, so that it starts with the task as submitted
    begin();
    return { kind: 'stream', events };
  };

  return { accept, send, stream };
}

/** The answer to a message that asks for one without a task. */
export function answerDirectly(message: Message): Message | undefined {
  if (message.taskId !== undefined || !asksForMessage(message)) return undefined;
  return agentMessage([{ text: 'a plain message', mediaType: 'text/plain' }], message.contextId ?? randomUUID());
}

/** A stream of one event. */
export async function* only(event: StreamEvent): AsyncGenerator<StreamEvent, void, undefined> {
  yield event;
}

/** Resolves when the task has ended, waits for its caller, or the caller has gone. */
async function settled(entry: TaskEntry, gone: AbortSignal): Promise<void> {
  for await (const event of entry.subscribe(gone)) {
    const { state } = event.kind === 'status' ? event.status : entry.task.status;
    if (isEnded(state) || isWaiting(state)) return;
  }
}
