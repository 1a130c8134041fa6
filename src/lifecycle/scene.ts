import { isStreaming } from '../protocol/call.ts';
import { type A2AErrorName, ERROR_CODES } from '../protocol/error-code.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Artifact, Message, Part, Task } from '../protocol/model.ts';
import type {
  CloseSeen,
  Defect,
  FailureSeen,
  ListSeen,
  Observation,
  PushConfig,
  RequestFacts,
  Vantage,
} from '../protocol/observation.ts';
import type { Operation } from '../protocol/operation.ts';
import type { TaskState } from '../protocol/task-state.ts';
import { type Claims, claimsWith } from './peer-facts.ts';
import type { Trace } from './rule.ts';

/** What an artifact holds: text, or parts. */
export type Content = string | readonly Part[];

/** What may be said of a snapshot or an event beside its state. Ids default to task `t1` in context `c1`. */
export interface Told {
  readonly taskId?: string;
  readonly contextId?: string;
  readonly timestamp?: string;
  readonly artifacts?: Readonly<Record<string, Content>>;
  readonly history?: readonly Message[];
  readonly message?: Message;
  readonly final?: boolean;
}

/** What may be said of an artifact event. */
export interface ToldChunk extends Told {
  readonly append?: boolean;
  readonly lastChunk?: boolean;
}

export interface ToldError {
  readonly httpStatus?: number;
  /** `null`: the error carries none. */
  readonly code?: number | null;
  readonly reason?: string;
  readonly data?: unknown;
  readonly message?: string;
}

/** A call under way: each method writes down one thing seen by it, 10 ms after the thing before. */
export interface Call {
  open(): void;
  task(state: TaskState, told?: Told): void;
  status(state: TaskState, told?: Told): void;
  artifact(id: string, content: Content, told?: ToldChunk): void;
  message(text: string, told?: { readonly contextId?: string; readonly messageId?: string }): void;
  error(name: A2AErrorName, told?: ToldError): void;
  failure(reason: FailureSeen['reason'], sent?: boolean): void;
  close(by: CloseSeen['by']): void;
  silence(ms: number): void;
  defect(defect: Defect, detail?: string): void;
  list(tasks: readonly Task[], page?: Partial<Pick<ListSeen, 'nextPageToken' | 'totalSize' | 'pageSize'>>): void;
  configs(...configs: readonly Partial<PushConfig>[]): void;
  card(card: JsonObject): void;
}

/** Writes the course of one task down by hand, for the traces that rules ship with and for tests. */
export interface Scene {
  /** Sends a call off. What is seen by it is written by the methods of what it returns. */
  call(operation: Operation, request?: RequestFacts): Call;
  /** A streaming call that was answered with an event stream. */
  stream(operation?: 'SendStreamingMessage' | 'SubscribeToTask', request?: RequestFacts): Call;
  /** A blocking send under way; a read, a cancel and their answers. */
  send(request?: RequestFacts): Call;
  read(state: TaskState, told?: Told): void;
  cancel(state: TaskState, told?: Told): void;
  /** What is delivered to the web-hook that the request of its registration names. */
  push(request?: RequestFacts): Call;
  wait(ms: number): void;
}

/** A trace written by a script. Times are in ms and begin at 0. */
export function scene(script: (scene: Scene) => void, claims?: Partial<Claims>): Trace {
  const observations: Observation[] = [];
  let now = 0;
  let ids = 0;
  const see = (vantage: Vantage, seen: object): void => {
    now += 10;
    observations.push({ ...seen, vantage, received: now } as unknown as Observation);
  };
  const wait = (ms: number): void => {
    now += ms;
  };
  const vantageOf = (operation: Operation, request: RequestFacts, channel: Vantage['channel']): Vantage => {
    now += 10;
    return { id: ++ids, channel, operation, asked: now, request };
  };
  const call = (operation: Operation, request: RequestFacts = {}): Call => {
    const vantage = vantageOf(operation, request, isStreaming(operation) ? 'stream' : 'answer');
    observations.push({ kind: 'asked', vantage, received: now });
    return callOf(vantage, see, wait);
  };
  const ours = { taskId: 't1' };
  script({
    call,
    stream(operation = 'SendStreamingMessage', request) {
      const stream = call(operation, request ?? (operation === 'SubscribeToTask' ? ours : {}));
      stream.open();
      return stream;
    },
    send: (request = {}) => call('SendMessage', { blocking: false, ...request }),
    read: (state, told) => call('GetTask', { ...ours, historyLength: 0 }).task(state, told),
    cancel: (state, told) => call('CancelTask', ours).task(state, told),
    push: (request = {}) =>
      callOf(vantageOf('CreateTaskPushNotificationConfig', { ...ours, ...request }, 'push'), see, wait),
    wait,
  });
  return { claims: claimsWith(claims), observations };
}

function callOf(vantage: Vantage, see: (vantage: Vantage, seen: object) => void, wait: (ms: number) => void): Call {
  const tell = (seen: object): void => see(vantage, seen);
  return {
    open: () => tell({ kind: 'open' }),
    task: (state, told) => tell({ kind: 'task', task: aTask(state, told) }),
    status: (state, told = {}) =>
      tell({
        kind: 'status',
        ...idsOf(told),
        state,
        timestamp: told.timestamp,
        message: told.message,
        final: told.final,
      }),
    artifact: (id, content, told = {}) =>
      tell({
        kind: 'artifact',
        ...idsOf(told),
        artifact: artifactOf(id, content),
        append: told.append ?? false,
        lastChunk: told.lastChunk ?? false,
      }),
    message: (text, told = {}) => tell({ kind: 'message', message: { ...aMessage(text), ...told } }),
    error: (name, told = {}) =>
      tell({
        kind: 'error',
        name,
        code: told.code === null ? undefined : (told.code ?? ERROR_CODES.find((entry) => entry.name === name)?.code),
        reason: told.reason,
        httpStatus: told.httpStatus ?? 200,
        message: told.message ?? `what ${name} means`,
        data: told.data,
      }),
    failure: (reason, sent = true) => tell({ kind: 'failure', reason, message: reason, sent }),
    close: (by) => tell({ kind: 'close', by }),
    silence(ms) {
      wait(ms);
      tell({ kind: 'silence', bound: { ms, source: 'default' } });
    },
    defect: (defect, detail = defect) => tell({ kind: 'defect', defect, detail }),
    list: (tasks, page = {}) =>
      tell({ kind: 'list', tasks, nextPageToken: undefined, totalSize: undefined, pageSize: undefined, ...page }),
    configs: (...configs) =>
      tell({
        kind: 'config',
        configs: configs.map((config) => ({ id: undefined, taskId: 't1', url: undefined, ...config })),
      }),
    card: (card) => tell({ kind: 'card', card }),
  };
}

/** A snapshot of a task. */
export function aTask(state: TaskState, told: Told = {}): Task {
  const { taskId: id, contextId } = idsOf(told);
  const artifacts =
    told.artifacts && Object.entries(told.artifacts).map(([artifactId, content]) => artifactOf(artifactId, content));
  return {
    id,
    contextId,
    state,
    timestamp: told.timestamp,
    statusMessage: told.message,
    artifacts,
    history: told.history,
    raw: {},
  };
}

/** A message of the agent's, or of ours if the id is one of ours. */
export function aMessage(text: string, messageId = `m-${text}`, role: 'agent' | 'user' = 'agent'): Message {
  return { messageId, role, parts: [{ text }] };
}

function idsOf(told: Told): { readonly taskId: string; readonly contextId: string } {
  return { taskId: told.taskId ?? 't1', contextId: told.contextId ?? 'c1' };
}

function artifactOf(artifactId: string, content: Content): Artifact {
  return { artifactId, parts: typeof content === 'string' ? [{ text: content }] : content };
}
