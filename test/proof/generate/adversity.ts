import { ERROR_CODES } from '../../../src/protocol/error-code.ts';
import type { Task } from '../../../src/protocol/model.ts';
import type { Observation, RequestFacts, Vantage } from '../../../src/protocol/observation.ts';
import { BINDINGS, DIALECTS, type Operation } from '../../../src/protocol/operation.ts';
import { TASK_STATES, type TaskState } from '../../../src/protocol/task-state.ts';
import type { PeerTrace } from '../trace.ts';
import { inOrder } from './in-order.ts';
import type { Random } from './random.ts';
import { ARTIFACTS, aMessage, someArtifacts, someParts, TIMES } from './twist.ts';

/**
 * Traces in which anything may come at any time, by two vantages or more. Each is drawn from a small stock of its own, of
 * states, operations and pauses, so that the same things meet again and again.
 */
export function adversity(random: Random): PeerTrace {
  const drawn = new Adversity(random);
  return {
    claims: {
      dialect: random.pick(DIALECTS),
      binding: random.pick(BINDINGS),
      streaming: random.pick([true, true, false, undefined]),
      pushNotifications: random.pick([true, false, undefined]),
      stateTransitionHistory: random.pick([true, undefined]),
      extendedAgentCard: random.pick([true, false, undefined]),
      inputModes: random.pick([[], ['text/plain'], ['text/plain', 'application/json']]),
      outputModes: random.pick([[], ['text/plain'], ['text/*', 'image/png']]),
      requiredExtensions: random.pick([[], [], ['https://example.org/x']]),
      anonymousAllowed: random.oneIn(2),
      publicAddress: random.oneIn(2),
    },
    observations: inOrder(drawn.observations(5 + random.below(16))),
    taskOf: new Map(),
  };
}

class Adversity {
  readonly #random: Random;
  readonly #states: readonly TaskState[];
  readonly #operations: readonly Operation[];
  readonly #pauses: readonly number[];
  readonly #times: readonly (string | undefined)[];
  readonly #open: Vantage[] = [];
  #now = 0;
  #ids = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#states = random.some(random.oneIn(2) ? USUAL : TASK_STATES, 2);
    this.#operations = ['GetTask', ...random.some(OPERATIONS)];
    this.#pauses = [1, 10, ...random.some(PAUSES)];
    this.#times = random.oneIn(2) ? [undefined] : random.some(TIMES);
  }

  observations(count: number): readonly Observation[] {
    const all: Observation[] = [];
    while (all.length < count) {
      this.#now += this.#random.pick(this.#pauses);
      if (this.#open.length === 0 || (this.#open.length < 5 && this.#random.oneIn(3))) all.push(this.#call());
      else all.push(this.#next());
    }
    return all;
  }

  #call(): Observation {
    const operation = this.#random.pick(this.#operations);
    const isPush = operation.startsWith('CreateTask') && this.#random.oneIn(2) && this.#open.length > 0;
    const isStream = operation === 'SendStreamingMessage' || operation === 'SubscribeToTask';
    const channel = isPush ? 'push' : isStream ? 'stream' : 'answer';
    const request = this.#request(operation);
    const vantage: Vantage = { id: ++this.#ids, channel, operation, asked: this.#now, request };
    this.#open.push(vantage);
    return isPush
      ? ({ ...this.#sight(vantage), vantage, received: this.#now } as Observation)
      : { kind: 'asked', vantage, received: this.#now };
  }

  #request(operation: Operation): RequestFacts {
    const random = this.#random;
    const isSend = operation.startsWith('Send');
    const isPush = operation.includes('Push');
    const rarely = <T>(value: T): T | undefined => (random.oneIn(4) ? value : undefined);
    const facts = {
      taskId: !isSend || random.oneIn(2) ? (random.oneIn(16) ? 't2' : 't1') : undefined,
      contextId: rarely(random.pick(['c1', 'c1', 'c2'])),
      messageId: isSend ? rarely(random.pick(['m1', 'm2'])) : undefined,
      blocking: isSend ? random.pick([true, false, undefined]) : undefined,
      historyLength: rarely(random.pick([0, 1, 50])),
      inputModes: isSend
        ? rarely(random.pick([['text/plain'], ['application/json'], ['image/png', 'text/plain']]))
        : undefined,
      acceptedOutputModes: isSend ? rarely(['text/plain']) : undefined,
      pushUrl:
        isPush || isSend
          ? rarely(random.pick(['https://hook.example/1', 'https://hook.example/2', 'http://10.0.0.1/']))
          : undefined,
      configId: isPush ? rarely(random.pick(['p1', 'p2'])) : undefined,
      version: rarely(random.pick(['', '1.0', '9.9'])),
      extensions: rarely<readonly string[]>([]),
      identity: random.oneIn(12) ? random.pick(['ann', 'bob']) : undefined,
      probe: random.oneIn(24) ? random.pick(PROBES) : undefined,
    };
    return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as RequestFacts;
  }

  /** Something comes by one of the calls under way; what answers a plain call ends it. */
  #next(): Observation {
    const vantage = this.#random.pick(this.#open);
    const sight = this.#sight(vantage);
    const ends =
      sight.kind === 'close' || (vantage.channel === 'answer' && sight.kind !== 'silence' && sight.kind !== 'defect');
    if (ends && !this.#random.oneIn(10)) this.#open.splice(this.#open.indexOf(vantage), 1);
    return { ...sight, vantage, received: this.#now } as Observation;
  }

  #sight(vantage: Vantage): { readonly kind: Observation['kind'] } {
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
    const { name, code, httpStatus } = this.#random.pick(ERROR_CODES);
    const likely = this.#random.oneIn(2) ? { name, code, httpStatus: httpStatus[0] ?? 400 } : this.#random.pick(ERRORS);
    const message = this.#random.pick(['no', '', 'task t1 not found', 'at f (/srv/x.js:1:2)']);
    return { kind: 'error' as const, ...likely, reason: undefined, message, data: undefined, retryAfterMs: undefined };
  }

  #failure() {
    const reason = this.#random.pick(['reset', 'timeout', 'unreadable']);
    return { kind: 'failure' as const, reason, message: reason, sent: true };
  }

  #silence() {
    return { kind: 'silence' as const, bound: { ms: this.#random.pick([1_000, 5_000, 15_000]), source: 'default' } };
  }

  #defect() {
    const defect = this.#random.pick(DEFECTS);
    return { kind: 'defect' as const, defect, detail: defect };
  }

  #list() {
    const tasks = [this.#aTask(), this.#aTask()].slice(0, this.#random.below(3));
    return {
      kind: 'list' as const,
      tasks,
      nextPageToken: this.#random.pick(['', undefined]),
      totalSize: this.#random.below(3),
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

const USUAL = ['submitted', 'working', 'input-required', 'completed', 'canceled'] as const;
const OPERATIONS = [
  'SendMessage',
  'SendStreamingMessage',
  'SendStreamingMessage',
  'SubscribeToTask',
  'GetTask',
  'CancelTask',
  'ListTasks',
  'CreateTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
  'DeleteTaskPushNotificationConfig',
  'GetTaskPushNotificationConfig',
  'GetExtendedAgentCard',
] as const;
const PAUSES = [300, 1_001, 2_500, 5_000, 11_000, 16_000, 61_000, 601_000];
const PROBES = ['unknown-task', 'unknown-method', 'malformed-body', 'missing-member', 'anonymous'] as const;
const DEFECTS = [
  'content-type',
  'control-character',
  'credentials',
  'encoding',
  'envelope',
  'error-in-success',
  'error-shape',
  'field',
  'http-status',
  'lost-frame',
  'not-sse',
  'other-dialect',
  'rpc-id',
  'state-spelling',
  'unasked-stream',
] as const;
const ERRORS = [
  { name: 'TaskNotFound', code: -32001, httpStatus: 404 },
  { name: 'TaskNotFound', code: -32001, httpStatus: 404 },
  { name: 'UnsupportedOperation', code: -32004, httpStatus: 400 },
  { name: 'Unauthenticated', code: undefined, httpStatus: 401 },
  { name: 'other', code: undefined, httpStatus: 404 },
  { name: 'other', code: undefined, httpStatus: 503 },
] as const;
