import type { A2AErrorName } from '../protocol/error-code.ts';
import { ERROR_CODES } from '../protocol/error-code.ts';
import type { Artifact, Message } from '../protocol/model.ts';
import type {
  CloseSeen,
  Defect,
  FailureSeen,
  Observation,
  PushConfig,
  RequestFacts,
  Vantage,
} from '../protocol/observation.ts';
import type { Operation } from '../protocol/operation.ts';
import type { TaskState } from '../protocol/task-state.ts';
import { type Claims, claimsWith } from './peer-facts.ts';
import type { Trace } from './rule.ts';

/** What may be said of a snapshot or an event beside its state. Ids default to task `t1` in context `c1`. */
export interface Told {
  readonly taskId?: string;
  readonly contextId?: string;
  readonly timestamp?: string;
  readonly artifacts?: Readonly<Record<string, string>>;
  readonly history?: readonly Message[];
  readonly message?: Message;
  readonly final?: boolean;
}

/** What may be said of an artifact event. */
export interface ToldChunk extends Told {
  readonly append?: boolean;
  readonly lastChunk?: boolean;
  readonly mediaType?: string;
}

/** A call under way: each method writes down one thing seen by it, 10 ms after the thing before. */
export interface Call {
  open(): void;
  task(state: TaskState, told?: Told): void;
  status(state: TaskState, told?: Told): void;
  artifact(id: string, text: string, told?: ToldChunk): void;
  message(text: string): void;
  error(
    name: A2AErrorName,
    details?: {
      readonly httpStatus?: number;
      readonly code?: number;
      readonly data?: unknown;
      readonly message?: string;
    },
  ): void;
  failure(reason: FailureSeen['reason'], sent?: boolean): void;
  close(by: CloseSeen['by']): void;
  silence(ms: number): void;
  defect(defect: Defect, detail?: string): void;
  list(
    tasks: readonly { readonly state: TaskState; readonly told?: Told }[],
    page?: { readonly nextPageToken?: string; readonly totalSize?: number },
  ): void;
  configs(configs: readonly PushConfig[]): void;
}

/** Writes the course of one task down by hand, for the traces that rules ship with and for tests. */
export interface Scene {
  /** Sends a call off. Its answers, frames or deliveries are written by the methods of what it returns. */
  call(operation: Operation, request?: RequestFacts): Call;
  /** A streaming call that was answered with an event stream. */
  stream(operation?: 'SendStreamingMessage' | 'SubscribeToTask', request?: RequestFacts): Call;
  /** A read and its answer. */
  read(state: TaskState, told?: Told): void;
  /** A cancel and its answer. */
  cancel(state: TaskState, told?: Told): void;
  /** A web-hook delivery of a registration made now. */
  push(): Call;
  wait(ms: number): void;
}

/** A trace written by a script. Times are in ms and begin at 0. */
export function scene(script: (scene: Scene) => void, claims?: Partial<Claims>): Trace {
  const observations: Observation[] = [];
  let now = 0;
  let ids = 0;
  const call = (operation: Operation, request: RequestFacts = {}, channel: Vantage['channel'] = 'answer'): Call => {
    const vantage: Vantage = { id: ++ids, channel, operation, asked: now, request };
    const see = <T extends object>(seen: T): void => {
      now += 10;
      observations.push({ ...seen, vantage, received: now } as unknown as Observation);
    };
    observations.push({ kind: 'asked', vantage, received: now });
    return {
      open: () => see({ kind: 'open' }),
      task: (state, told = {}) => see({ kind: 'task', task: taskOf(state, told) }),
      status: (state, told = {}) =>
        see({
          kind: 'status',
          taskId: told.taskId ?? 't1',
          contextId: told.contextId ?? 'c1',
          state,
          timestamp: told.timestamp,
          message: told.message,
          final: told.final,
        }),
      artifact: (id, text, told = {}) =>
        see({
          kind: 'artifact',
          taskId: told.taskId ?? 't1',
          contextId: told.contextId ?? 'c1',
          artifact: artifactOf(id, text, told.mediaType),
          append: told.append ?? false,
          lastChunk: told.lastChunk ?? false,
        }),
      message: (text) => see({ kind: 'message', message: { messageId: `m${now}`, role: 'agent', parts: [{ text }] } }),
      error: (name, details = {}) =>
        see({
          kind: 'error',
          name,
          code: details.code ?? ERROR_CODES.find((entry) => entry.name === name)?.code,
          httpStatus: details.httpStatus ?? 200,
          message: details.message ?? name,
          data: details.data,
        }),
      failure: (reason, sent = true) => see({ kind: 'failure', reason, message: reason, sent }),
      close: (by) => see({ kind: 'close', by }),
      silence: (ms) => {
        now += ms;
        see({ kind: 'silence', bound: { ms, source: 'default' } });
      },
      defect: (defect, detail = defect) => see({ kind: 'defect', defect, detail }),
      list: (tasks, page = {}) =>
        see({
          kind: 'list',
          tasks: tasks.map(({ state, told = {} }) => taskOf(state, told)),
          nextPageToken: page.nextPageToken,
          totalSize: page.totalSize,
        }),
      configs: (configs) => see({ kind: 'config', configs }),
    };
  };
  script({
    call,
    stream: (operation = 'SendStreamingMessage', request = {}) => {
      const stream = call(operation, request, 'stream');
      stream.open();
      return stream;
    },
    read: (state, told) => call('GetTask', { taskId: 't1', historyLength: 0 }).task(state, told),
    cancel: (state, told) => call('CancelTask', { taskId: 't1' }).task(state, told),
    push: () => call('CreateTaskPushNotificationConfig', { taskId: 't1' }, 'push'),
    wait: (ms) => {
      now += ms;
    },
  });
  return { claims: claimsWith(claims), observations };
}

function taskOf(state: TaskState, told: Told) {
  const artifacts =
    told.artifacts && Object.entries(told.artifacts).map(([id, text]) => artifactOf(id, text, undefined));
  return {
    id: told.taskId ?? 't1',
    contextId: told.contextId ?? 'c1',
    state,
    timestamp: told.timestamp,
    statusMessage: told.message,
    artifacts,
    history: told.history,
    raw: {},
  };
}

function artifactOf(artifactId: string, text: string, mediaType: string | undefined): Artifact {
  return { artifactId, parts: [mediaType === undefined ? { text } : { text, mediaType }] };
}
