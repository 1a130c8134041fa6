import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Part } from 'a2a-0.3';
import type { AgentExecutor, ExecutionEventBus, RequestContext } from 'a2a-0.3/server';
import { type AgentSetup, workOf } from './work.ts';

type State =
  | 'submitted'
  | 'working'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'input-required'
  | 'auth-required';

/** The work of an agent on the SDK of 0.2 or 0.3, whose executors are the same. */
export function executorV0({ stepMs, cancelStyle }: AgentSetup): AgentExecutor {
  const canceled = new Set<string>();
  const contexts = new Map<string, string>();
  return {
    cancelTask: async (taskId, bus) => {
      if (cancelStyle === 'ignore') return;
      canceled.add(taskId);
      if (cancelStyle === 'publish') teller(bus, taskId, contexts.get(taskId) ?? '').status('canceled');
    },
    execute: async (context, bus) => {
      contexts.set(context.taskId, context.contextId);
      const ends = await work(context, bus, stepMs, () => canceled.has(context.taskId));
      if (ends) bus.finished();
    },
  };
}

async function work(
  { taskId, contextId, userMessage, task }: RequestContext,
  bus: ExecutionEventBus,
  stepMs: number,
  isCanceled: () => boolean,
): Promise<boolean> {
  const tell = teller(bus, taskId, contextId);
  const text = userMessage.parts.map((part) => (part.kind === 'text' ? part.text : '')).join(' ');
  const data = userMessage.parts.find((part) => part.kind === 'data');
  const wanted = workOf(text);
  if (task === undefined && wanted.kind === 'message') {
    bus.publish(tell.message('a plain message'));
    return true;
  }
  if (task === undefined) {
    const status = { state: 'submitted', timestamp: now() } as const;
    bus.publish({ kind: 'task', id: taskId, contextId, status, history: [userMessage], artifacts: [] });
  }
  if (wanted.kind === 'throw') throw new Error('thrown on purpose');
  tell.status('working', 'at work');
  await pause(stepMs);
  if (task !== undefined || data !== undefined || wanted.kind === 'data') {
    tell.chunk('answer', data ?? { kind: 'text', text: `answered with ${text}` }, false, true);
    await pause(stepMs);
    tell.status('completed');
    return true;
  }
  switch (wanted.kind) {
    case 'fail':
      tell.status('failed', 'failed on purpose');
      break;
    case 'reject':
      tell.status('rejected', 'not for me');
      break;
    case 'auth':
      tell.status('auth-required', 'log in first');
      break;
    case 'clarify':
      tell.status('input-required', 'which one?');
      break;
    default: {
      const pieces = wanted.kind === 'slow' ? wanted.pieces : 3;
      const name = wanted.kind === 'slow' ? 'tick' : 'chunk';
      for (let piece = 0; piece < pieces; piece++) {
        if (isCanceled()) {
          tell.status('canceled');
          return true;
        }
        tell.chunk('answer', { kind: 'text', text: `${name} ${piece} ` }, piece > 0, piece === pieces - 1);
        await pause(stepMs);
      }
      tell.status('completed');
    }
  }
  return true;
}

/** Publishes for one task. */
function teller(bus: ExecutionEventBus, taskId: string, contextId: string) {
  const message = (text: string) => ({
    kind: 'message' as const,
    role: 'agent' as const,
    messageId: randomUUID(),
    contextId,
    parts: [{ kind: 'text' as const, text }],
  });
  return {
    message,
    status: (state: State, text?: string) =>
      bus.publish({
        kind: 'status-update',
        taskId,
        contextId,
        status: { state, timestamp: now(), ...(text === undefined ? {} : { message: message(text) }) },
        final: state !== 'submitted' && state !== 'working',
      }),
    chunk: (artifactId: string, part: Part, append: boolean, lastChunk: boolean) =>
      bus.publish({
        kind: 'artifact-update',
        taskId,
        contextId,
        artifact: { artifactId, name: artifactId, parts: [part] },
        append,
        lastChunk,
      }),
  };
}

function now(): string {
  return new Date().toISOString();
}
