import type { Channel } from '../../src/protocol/observation.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { FIRST_MOMENT } from './fingerprint.ts';
import { constant } from './plain-data.ts';
import {
  BREAKS,
  CLOSES,
  chunk,
  error,
  LOST_FRAME,
  MESSAGE,
  NO_ANSWER,
  otherTask,
  type Saying,
  snapshot,
  status,
  TASK_ID,
} from './sayings.ts';
import type { Budget, Setting, Speaker } from './setting.ts';

const NOTHING: Budget = { events: 0, reads: 0, slowReads: 0, cancels: 0, waits: 0, late: 0, bursts: 0 };

/** A setting with this much of everything, and nothing of what isn't named. */
export function within(setting: Setting, budget: Partial<Budget>): Setting {
  return { ...setting, budget: { ...NOTHING, ...budget } };
}

/** The stream that the task was opened with, or the answer to the call that opened it. */
function opening(says: readonly Saying[], by: 'stream' | 'answer' = 'stream'): Speaker {
  const operation = by === 'stream' ? 'SendStreamingMessage' : 'SendMessage';
  const name = by === 'stream' ? 'stream A' : 'answer';
  return { name, vantage: vantageOf(1, by, operation), says, ...(by === 'answer' ? { once: true } : {}) };
}

/** A stream that the guard subscribed to. */
function subscription(says: readonly Saying[]): Speaker {
  return { name: 'stream B', vantage: vantageOf(2, 'stream', 'SubscribeToTask'), says, needsTask: true };
}

function webHook(says: readonly Saying[]): Speaker {
  return { name: 'web-hook', vantage: vantageOf(3, 'push', 'CreateTaskPushNotificationConfig'), says, needsTask: true };
}

function vantageOf(id: number, channel: Channel, operation: Operation): Speaker['vantage'] {
  const request = operation === 'SubscribeToTask' ? { taskId: TASK_ID } : {};
  return constant({ id, channel, operation, asked: FIRST_MOMENT, request });
}

const NOT_FOUND = error('TaskNotFound');
const REFUSED = error('TaskNotCancelable');
/** Longer than a frame may be under way, and as long as a canceled task is watched. Both are more than a second. */
const WAITS = [3_000, 10_000];

/** Everything that is known here, on two streams and a web-hook. */
export const EVERYTHING: Setting = {
  name: 'everything',
  budget: NOTHING,
  first: snapshot('working'),
  speakers: [
    opening([
      status('working'),
      status('input-required'),
      status('completed'),
      status('failed'),
      status('canceled'),
      status('completed', 't2'),
      chunk('x', false),
      chunk('y', true),
      snapshot('working', 'x'),
      snapshot('completed', 'xy'),
      LOST_FRAME,
      CLOSES,
    ]),
    subscription([
      status('working'),
      status('rejected'),
      chunk('y', true),
      snapshot('working', 'xy'),
      snapshot('canceled', 'x'),
      BREAKS,
    ]),
    webHook([snapshot('completed', 'x'), status('canceled')]),
  ],
  reads: [
    snapshot('working', 'x'),
    snapshot('input-required'),
    snapshot('auth-required'),
    snapshot('completed', 'x'),
    snapshot('completed', 'xy'),
    snapshot('failed'),
    snapshot('rejected'),
    snapshot('canceled', 'x'),
    otherTask('completed'),
    NOT_FOUND,
    NO_ANSWER,
  ],
  cancels: [snapshot('canceled'), snapshot('working'), snapshot('failed'), REFUSED, NO_ANSWER],
  waits: WAITS,
};

/** What it takes to believe `completed` and `failed`. */
export const ENDS: Setting = {
  name: 'ends',
  budget: NOTHING,
  first: snapshot('working'),
  speakers: [
    opening([status('working'), status('completed'), status('failed')]),
    subscription([snapshot('completed', 'x'), status('completed', 't2')]),
  ],
  reads: [snapshot('working'), snapshot('completed', 'x'), snapshot('completed', 'xy'), snapshot('failed'), NOT_FOUND],
  cancels: [snapshot('failed'), REFUSED],
  waits: WAITS,
};

/** What it takes to believe `canceled`. */
export const CANCELS: Setting = {
  name: 'cancels',
  budget: NOTHING,
  first: snapshot('working'),
  speakers: [opening([status('working'), status('canceled')]), subscription([chunk('y', true)])],
  reads: [
    snapshot('working'),
    snapshot('canceled', 'x'),
    snapshot('canceled', 'xy'),
    snapshot('completed', 'x'),
    NOT_FOUND,
  ],
  cancels: [snapshot('canceled'), snapshot('working')],
  waits: WAITS,
};

/** What reaches the caller, and whether that is what the task holds. */
export const CONTENTS: Setting = {
  name: 'contents',
  budget: NOTHING,
  first: snapshot('working'),
  speakers: [
    opening([status('completed'), chunk('x', false), chunk('y', true), snapshot('working', 'x'), LOST_FRAME, CLOSES]),
    subscription([chunk('y', true), snapshot('working', 'xy')]),
  ],
  reads: [snapshot('working', 'x'), snapshot('completed', 'x'), snapshot('completed', 'xy'), NOT_FOUND],
  cancels: [snapshot('canceled')],
  waits: [3_000],
};

/** Two streams that add to one artifact, beside reads of it. */
export const CHUNKS: Setting = {
  name: 'chunks',
  budget: NOTHING,
  first: snapshot('working'),
  speakers: [
    opening([status('completed'), chunk('x', false), chunk('y', true), CLOSES]),
    subscription([chunk('y', true), snapshot('working', 'xy')]),
  ],
  reads: [snapshot('working', 'x'), snapshot('completed', 'xy')],
  cancels: [snapshot('canceled')],
  waits: [3_000],
};

const OPENINGS: readonly Saying[] = [
  MESSAGE,
  snapshot('submitted'),
  snapshot('completed', 'x'),
  snapshot('input-required'),
  snapshot('canceled'),
  error('InvalidParams'),
  error('InternalError'),
  error('other', 404),
  error('other', 503),
  NO_ANSWER,
];

/** How a call that opens a task can be answered, with a stream beside it. */
export const ANSWERS: Setting = {
  name: 'answers',
  budget: NOTHING,
  speakers: [opening(OPENINGS, 'answer'), subscription([status('completed'), chunk('x', false), status('working')])],
  reads: CONTENTS.reads,
  cancels: CONTENTS.cancels,
  waits: CONTENTS.waits,
};

/** How a streaming call that opens a task can begin. */
export const STREAMS: Setting = {
  ...ANSWERS,
  name: 'streams',
  speakers: [opening([...OPENINGS, status('completed'), CLOSES])],
};
