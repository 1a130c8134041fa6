import type { Artifact, Task } from '../../src/protocol/model.ts';
import type { Observation, Vantage } from '../../src/protocol/observation.ts';
import type { TaskState } from '../../src/protocol/task-state.ts';
import { constant } from './plain-data.ts';

/** Something a peer can say, or the network can do, on some vantage. */
export interface Saying {
  /** As it reads in a trace. */
  readonly text: string;
  /** The observation, less where and when it was made. */
  readonly seen: object;
  /** Nothing more comes by this vantage. */
  readonly closes?: true;
}

/** Puts a saying where and when it was heard. */
export function heard(saying: Saying, vantage: Vantage, received: number): Observation {
  return { ...saying.seen, vantage, received } as unknown as Observation;
}

/** The one task of the exploration. */
export const TASK_ID = 't1';

/** What the task holds: nothing, or one artifact with a text. */
export type Content = '' | 'x' | 'xy';

const artifact = (text: string): Artifact => ({ artifactId: 'a', parts: [{ text }] });

function task(state: TaskState, content: Content, id = TASK_ID): Task {
  return {
    id,
    contextId: 'c1',
    state,
    timestamp: undefined,
    statusMessage: undefined,
    artifacts: content === '' ? undefined : [artifact(content)],
    history: undefined,
    raw: {},
  };
}

/** A snapshot of the task. */
export function snapshot(state: TaskState, content: Content = ''): Saying {
  const holding = content === '' ? '' : ` "${content}"`;
  return constant({ text: `Task ${state}${holding}`, seen: { kind: 'task', task: task(state, content) } });
}

/** A snapshot, and a status event, of a task that isn't the one asked for. */
export function otherTask(state: TaskState): Saying {
  return constant({ text: `Task ${state} of another id`, seen: { kind: 'task', task: task(state, '', 't2') } });
}

export function status(state: TaskState, taskId = TASK_ID): Saying {
  return constant({
    text: `status ${state}${taskId === TASK_ID ? '' : ' of another task'}`,
    seen: {
      kind: 'status',
      taskId,
      contextId: 'c1',
      state,
      timestamp: undefined,
      message: undefined,
      final: undefined,
    },
  });
}

/** A chunk of the artifact: in place of what was there, or after it. */
export function chunk(text: string, append: boolean): Saying {
  return constant({
    text: `artifact ${append ? '+=' : '='} "${text}"`,
    seen: {
      kind: 'artifact',
      taskId: TASK_ID,
      contextId: 'c1',
      artifact: artifact(text),
      append,
      lastChunk: false,
    },
  });
}

export const LOST_FRAME: Saying = constant({
  text: 'a frame that cannot be read',
  seen: { kind: 'defect', defect: 'lost-frame', detail: 'not JSON' },
});

export const CLOSES: Saying = constant({ text: 'closes', seen: { kind: 'close', by: 'peer' }, closes: true });
export const BREAKS: Saying = constant({ text: 'breaks off', seen: { kind: 'close', by: 'broken' }, closes: true });
export const NO_ANSWER: Saying = constant({
  text: 'no answer',
  seen: { kind: 'failure', reason: 'timeout', message: 'no answer in time', sent: true },
});
export const MESSAGE: Saying = constant({
  text: 'a message instead of a task',
  seen: { kind: 'message', message: { messageId: 'm2', role: 'agent', parts: [{ text: 'done' }] } },
});

/** An error in answer to a call. */
export function error(name: string, httpStatus = 200): Saying {
  return constant({
    text: name === 'other' ? `HTTP ${httpStatus}` : `error ${name}`,
    seen: {
      kind: 'error',
      name,
      code: undefined,
      reason: undefined,
      httpStatus,
      message: name,
      data: undefined,
      retryAfterMs: undefined,
    },
  });
}
