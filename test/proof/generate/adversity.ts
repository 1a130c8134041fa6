import type { Observation, RequestFacts, Vantage } from '../../../src/protocol/observation.ts';
import { BINDINGS, DIALECTS, type Operation } from '../../../src/protocol/operation.ts';
import { TASK_STATES } from '../../../src/protocol/task-state.ts';
import type { PeerTrace } from '../trace.ts';
import { inOrder } from './in-order.ts';
import type { Random } from './random.ts';
import { Sights } from './sights.ts';
import { TIMES } from './twist.ts';

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
  readonly #sights: Sights;
  readonly #operations: readonly Operation[];
  readonly #pauses: readonly number[];
  readonly #open: Vantage[] = [];
  #now = 0;
  #ids = 0;

  constructor(random: Random) {
    this.#random = random;
    const states = random.some(random.oneIn(2) ? USUAL : TASK_STATES, 2);
    this.#sights = new Sights(random, states, random.oneIn(2) ? [undefined] : random.some(TIMES));
    this.#operations = ['GetTask', ...random.some(OPERATIONS)];
    this.#pauses = [1, 10, ...random.some(PAUSES)];
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
      ? ({ ...this.#sights.of(vantage), vantage, received: this.#now } as Observation)
      : { kind: 'asked', vantage, received: this.#now };
  }

  #request(operation: Operation): RequestFacts {
    const random = this.#random;
    const isSend = operation.startsWith('Send');
    const isPush = operation.includes('Push');
    const isList = operation === 'ListTasks';
    const rarely = <T>(value: T): T | undefined => (random.oneIn(4) ? value : undefined);
    const facts = {
      taskId: !isSend || random.oneIn(2) ? (random.oneIn(16) ? 't2' : 't1') : undefined,
      contextId: rarely(random.pick(['c1', 'c1', 'c2'])),
      messageId: isSend ? rarely(random.pick(['m1', 'm2'])) : undefined,
      messageMark: isSend ? rarely(random.pick(['x', 'y'])) : undefined,
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
      pageSize: isList ? rarely(random.pick([0, 1, 2, 500])) : undefined,
      pageToken: isList ? rarely(random.pick(['p2', 'p3'])) : undefined,
      state: isList ? rarely(random.pick(USUAL)) : undefined,
      updatedAfter: isList ? rarely(random.pick(TIMES)) : undefined,
      includeArtifacts: isList ? rarely(true) : undefined,
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
    const sight = this.#sights.of(vantage);
    const ends =
      sight.kind === 'close' || (vantage.channel === 'answer' && sight.kind !== 'silence' && sight.kind !== 'defect');
    if (ends && !this.#random.oneIn(10)) this.#open.splice(this.#open.indexOf(vantage), 1);
    const late = this.#random.oneIn(24) ? { lateMs: 400 } : {};
    return { ...sight, vantage, received: this.#now, ...late } as Observation;
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
