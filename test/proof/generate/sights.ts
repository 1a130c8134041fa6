import { ERROR_CODES } from '../../../src/protocol/error-code.ts';
import type { Task } from '../../../src/protocol/model.ts';
import type { Observation, Vantage } from '../../../src/protocol/observation.ts';
import type { TaskState } from '../../../src/protocol/task-state.ts';
import type { Random } from './random.ts';
import { ARTIFACTS, aMessage, someArtifacts, someParts } from './twist.ts';

/** Things that may be seen, of few states and times. */
export class Sights {
  readonly #random: Random;
  readonly #states: readonly TaskState[];
  readonly #times: readonly (string | undefined)[];

  constructor(random: Random, states: readonly TaskState[], times: readonly (string | undefined)[]) {
    this.#random = random;
    this.#states = states;
    this.#times = times;
  }

  /** What may come by a call. */
  of(vantage: Vantage): { readonly kind: Observation['kind'] } {
    const random = this.#random;
    if (vantage.channel === 'stream') return this.#frame();
    if (vantage.channel === 'push')
      return random.oneIn(3) ? this.#silence() : random.oneIn(6) ? this.#defect() : this.#frame();
    if (random.oneIn(20)) return random.oneIn(2) ? this.#defect() : this.#silence();
    if (random.oneIn(5)) return random.oneIn(6) ? this.#failure() : this.#error();
    if (vantage.operation === 'ListTasks') return this.#list();
    if (vantage.operation.includes('Push')) return this.#configs();
    if (vantage.operation === 'GetExtendedAgentCard') return Object.assign({ kind: 'card' as const }, { card: {} });
    return vantage.operation.startsWith('Send') && random.oneIn(12) ? this.#message() : this.#task();
  }

  #frame(): { readonly kind: Observation['kind'] } {
    switch (this.#random.below(16)) {
      case 0:
      case 1:
        return { kind: 'open' };
      case 2:
        return this.#random.oneIn(2) ? this.#error() : this.#message();
      case 3:
        return this.#random.oneIn(2) ? this.#defect() : this.#failure();
      case 4:
        return this.#silence();
      case 5:
        return Object.assign(
          { kind: 'close' as const },
          { by: this.#random.pick(['peer', 'peer', 'caller', 'broken']) },
        );
      case 6:
      case 7:
        return this.#task();
      case 8:
      case 9:
      case 10:
      case 11:
        return this.#status();
      default:
        return this.#artifact();
    }
  }

  #named(): { readonly taskId: string | undefined; readonly contextId: string | undefined } {
    const random = this.#random;
    return {
      taskId: random.oneIn(16) ? random.pick(['t2', undefined]) : 't1',
      contextId: random.oneIn(16) ? random.pick(['c2', undefined]) : 'c1',
    };
  }

  #aTask(): Task {
    const { taskId: id = 't1', contextId } = this.#named();
    const random = this.#random;
    return {
      id,
      contextId,
      state: random.pick(this.#states),
      timestamp: random.pick(this.#times),
      statusMessage: random.oneIn(3) ? aMessage(random) : undefined,
      artifacts: someArtifacts(random),
      history: random.oneIn(4) ? [aMessage(random), aMessage(random)].slice(0, random.below(3)) : undefined,
      raw: {},
    };
  }

  #task() {
    return { kind: 'task' as const, task: this.#aTask() };
  }

  #status() {
    const random = this.#random;
    return {
      kind: 'status' as const,
      ...this.#named(),
      state: random.pick(this.#states),
      timestamp: random.pick(this.#times),
      message: random.oneIn(3) ? aMessage(random) : undefined,
      final: random.pick([true, false, undefined]),
    };
  }

  #artifact() {
    const random = this.#random;
    const artifact = { artifactId: random.pick(ARTIFACTS), parts: someParts(random) };
    return {
      kind: 'artifact' as const,
      ...this.#named(),
      artifact,
      append: random.oneIn(2),
      lastChunk: random.oneIn(5),
    };
  }

  #message() {
    return {
      kind: 'message' as const,
      message: { ...aMessage(this.#random), contextId: this.#random.pick(['c1', 'c2']) },
    };
  }

  #error() {
    const { name, code, reason: own, httpStatus } = this.#random.pick(ERROR_CODES);
    const likely = this.#random.oneIn(2) ? { name, code, httpStatus: httpStatus[0] ?? 400 } : this.#random.pick(ERRORS);
    const message = this.#random.pick(['no', '', 'task t1 not found', 'at f (/srv/x.js:1:2)']);
    const reason = this.#random.oneIn(2) ? own : undefined;
    return {
      kind: 'error' as const,
      ...likely,
      reason,
      message,
      data: this.#random.pick(DETAILS),
      retryAfterMs: undefined,
    };
  }

  #failure() {
    const reason = this.#random.pick(['reset', 'timeout', 'unreadable', 'too-large']);
    return { kind: 'failure' as const, reason, message: reason, sent: true };
  }

  #silence() {
    return { kind: 'silence' as const, bound: { ms: this.#random.pick([1_000, 5_000, 15_000]), source: 'default' } };
  }

  #defect() {
    const defect = this.#random.pick(DEFECTS);
    const doubtful = ['credentials', 'content-type'].includes(defect) && this.#random.oneIn(3);
    return { kind: 'defect' as const, defect, detail: defect, ...(doubtful && { doubtful }) };
  }

  #list() {
    const tasks = [this.#aTask(), this.#aTask()].slice(0, this.#random.below(3));
    return {
      kind: 'list' as const,
      tasks,
      nextPageToken: this.#random.pick(['', 'p2', 'p3', undefined]),
      totalSize: this.#random.below(3),
      pageSize: this.#random.pick([undefined, 1, 2, 50]),
    };
  }

  #configs() {
    const all = [
      { id: 'p1', taskId: 't1', url: 'https://hook.example/1' },
      { id: 'p2', taskId: 't1', url: 'https://hook.example/2' },
    ];
    return { kind: 'config' as const, configs: all.filter(() => this.#random.oneIn(2)) };
  }
}

function errorInfo(reason: string, domain: string | undefined) {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain };
}

const DEFECTS = [
  'content-type',
  'control-character',
  'credentials',
  'depth',
  'discriminator',
  'duplicate-key',
  'empty-frame',
  'encoding',
  'envelope',
  'error-in-success',
  'error-shape',
  'field',
  'frame-size',
  'http-status',
  'lost-frame',
  'not-sse',
  'other-dialect',
  'rpc-id',
  'state-spelling',
  'time-form',
  'unasked-stream',
  'unfinished-frame',
  'unknown-state',
] as const;
const DETAILS = [
  undefined,
  undefined,
  null,
  'gone',
  {},
  [],
  [{}],
  [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' }],
  [{ '@type': '' }, 'gone'],
  [errorInfo('TASK_NOT_FOUND', 'a2a-protocol.org')],
  [errorInfo('TaskNotFoundError', 'a2a-protocol.org')],
  [errorInfo('TASK_NOT_FOUND', undefined)],
  [errorInfo('gone', 'agent.example'), errorInfo('TASK_NOT_CANCELABLE', 'agent.example')],
  [errorInfo('task_not_found', 'agent.example'), errorInfo('TASK_NOT_FOUND', 'a2a-protocol.org')],
] as const;
const ERRORS = [
  { name: 'TaskNotFound', code: -32001, httpStatus: 404 },
  { name: 'TaskNotFound', code: -32001, httpStatus: 404 },
  { name: 'UnsupportedOperation', code: -32004, httpStatus: 400 },
  { name: 'Unauthenticated', code: undefined, httpStatus: 401 },
  { name: 'other', code: undefined, httpStatus: 404 },
  { name: 'other', code: undefined, httpStatus: 503 },
  { name: 'other', code: undefined, httpStatus: 307 },
  { name: 'other', code: undefined, httpStatus: 303 },
] as const;
