import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Message, type Part, Role, TaskState } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor, type ExecutionEventBus, type RequestContext } from '@a2a-js/sdk/server';
import { Slots } from '../../src/audit/slots.ts';
import { type AgentSetup, type Work, workOf } from './work.ts';

/** The work of an agent on the SDK of 1.0. */
export function executorV1({ stepMs, cancelStyle, atOnce }: AgentSetup): AgentExecutor {
  const turns = new Slots(atOnce);
  const canceled = new Set<string>();
  const contexts = new Map<string, string>();
  return {
    cancelTask: async (taskId, bus) => {
      if (cancelStyle === 'ignore') return;
      canceled.add(taskId);
      if (cancelStyle === 'publish')
        teller(bus, taskId, contexts.get(taskId) ?? '').status(TaskState.TASK_STATE_CANCELED);
    },
    execute: async (context, bus) => {
      contexts.set(context.taskId, context.contextId);
      await take(context, bus, turns, stepMs, () => canceled.has(context.taskId));
    },
  };
}

/** Begins the task at once, and works on it when it is its turn. */
async function take(
  { taskId, contextId, userMessage, task }: RequestContext,
  bus: ExecutionEventBus,
  turns: Slots,
  stepMs: number,
  isCanceled: () => boolean,
): Promise<void> {
  const tell = teller(bus, taskId, contextId);
  const text = userMessage.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(' ');
  const data = userMessage.parts.find(({ content }) => content?.$case === 'data');
  const wanted = workOf(text);
  if (task === undefined && wanted.kind === 'message') {
    bus.publish(AgentEvent.message({ ...tell.message('a plain message'), taskId: '' }));
    return;
  }
  const submitted = { state: TaskState.TASK_STATE_SUBMITTED, timestamp: now(), message: undefined };
  bus.publish(
    AgentEvent.task(
      task ?? { id: taskId, contextId, status: submitted, artifacts: [], history: [userMessage], metadata: undefined },
    ),
  );
  if (wanted.kind === 'throw') throw new Error('thrown on purpose');
  await turns.run(async () => {
    if (isCanceled()) return tell.status(TaskState.TASK_STATE_CANCELED);
    tell.status(TaskState.TASK_STATE_WORKING, 'at work');
    await pause(stepMs);
    if (task === undefined && data === undefined && wanted.kind !== 'data') {
      await work(wanted, tell, stepMs, isCanceled);
      return;
    }
    tell.chunk('answer', data ?? textPart(`answered with ${text}`), false, true);
    await pause(stepMs);
    tell.status(TaskState.TASK_STATE_COMPLETED);
  });
}

async function work(
  wanted: Work,
  tell: ReturnType<typeof teller>,
  stepMs: number,
  isCanceled: () => boolean,
): Promise<void> {
  switch (wanted.kind) {
    case 'fail':
      return tell.status(TaskState.TASK_STATE_FAILED, 'failed on purpose');
    case 'reject':
      return tell.status(TaskState.TASK_STATE_REJECTED, 'not for me');
    case 'auth':
      return tell.status(TaskState.TASK_STATE_AUTH_REQUIRED, 'log in first');
    case 'clarify':
      return tell.status(TaskState.TASK_STATE_INPUT_REQUIRED, 'which one?');
    default: {
      const pieces = wanted.kind === 'slow' ? wanted.pieces : 3;
      const name = wanted.kind === 'slow' ? 'tick' : 'chunk';
      for (let piece = 0; piece < pieces; piece++) {
        if (isCanceled()) return tell.status(TaskState.TASK_STATE_CANCELED);
        tell.chunk('answer', textPart(`${name} ${piece} `), piece > 0, piece === pieces - 1);
        await pause(stepMs);
      }
      tell.status(TaskState.TASK_STATE_COMPLETED);
    }
  }
}

/** Publishes for one task. */
function teller(bus: ExecutionEventBus, taskId: string, contextId: string) {
  const message = (text: string): Message => ({
    role: Role.ROLE_AGENT,
    messageId: randomUUID(),
    parts: [textPart(text)],
    taskId,
    contextId,
    extensions: [],
    metadata: undefined,
    referenceTaskIds: [],
  });
  return {
    message,
    status: (state: TaskState, text?: string): void => {
      const told = text === undefined ? undefined : message(text);
      const status = { state, timestamp: now(), message: told };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
    },
    chunk: (artifactId: string, part: Part, append: boolean, lastChunk: boolean): void => {
      const artifact = {
        artifactId,
        name: artifactId,
        description: '',
        parts: [part],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(AgentEvent.artifactUpdate({ taskId, contextId, artifact, append, lastChunk, metadata: undefined }));
    },
  };
}

function textPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' };
}

function now(): string {
  return new Date().toISOString();
}
