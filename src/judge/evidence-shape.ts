import { anything, type Check, either, flag, list, number, object, oneOf, optional, text } from '../protocol/check.ts';
import { ERROR_CODES } from '../protocol/error-code.ts';
import type { ObservationKind } from '../protocol/observation.ts';
import { BINDINGS, DIALECTS, OPERATIONS } from '../protocol/operation.ts';
import { TASK_STATES } from '../protocol/task-state.ts';

const texts = list(text);
const channel = oneOf('answer', 'stream', 'push');
const state = oneOf(...TASK_STATES);
const mayBeText = optional(text);
const mayBeFlag = optional(flag);
const mayBeNumber = optional(number);

const part = object({ text: mayBeText, raw: mayBeText, url: mayBeText, mediaType: mayBeText, filename: mayBeText });
const artifact = object({ artifactId: text, name: mayBeText, parts: list(part), extensions: optional(texts) });
const message = object({
  messageId: mayBeText,
  role: optional(oneOf('user', 'agent')),
  taskId: mayBeText,
  contextId: mayBeText,
  parts: list(part),
  metadata: optional(object()),
  extensions: optional(texts),
});
const task = object({
  id: text,
  contextId: mayBeText,
  state,
  timestamp: mayBeText,
  statusMessage: optional(message),
  artifacts: optional(list(artifact)),
  history: optional(list(message)),
});

const BOUND_SOURCES = ['card', 'profile', 'task-class', 'default', 'measured'];
const FAILURES = ['unreachable', 'timeout', 'reset', 'aborted', 'too-large', 'unreadable', 'encoded', 'unsupported'];
const PROBES = [
  'unknown-task',
  'unknown-method',
  'malformed-body',
  'missing-member',
  'anonymous',
  'forged-credentials',
];

/** A line that begins a recording, and what the card of the interface claims. */
export const headLine: Check = object({
  framesTimed: flag,
  agent: optional(object({ name: mayBeText, address: text, tenant: mayBeText })),
  claims: object({
    dialect: oneOf(...DIALECTS),
    binding: oneOf(...BINDINGS),
    streaming: mayBeFlag,
    pushNotifications: mayBeFlag,
    stateTransitionHistory: mayBeFlag,
    extendedAgentCard: mayBeFlag,
    inputModes: texts,
    outputModes: texts,
    inputModesOfEverySkill: optional(texts),
    requiredExtensions: texts,
    anonymousAllowed: mayBeFlag,
  }),
});

/** A line that tells a call, a stream or a web-hook, by whose id the observations of it go. */
export const vantageLine: Check = object({
  vantage: object({
    id: number,
    channel,
    operation: oneOf(...OPERATIONS),
    asked: number,
    request: object({
      taskId: mayBeText,
      contextId: mayBeText,
      messageId: mayBeText,
      messageMark: mayBeText,
      blocking: mayBeFlag,
      historyLength: mayBeNumber,
      inputModes: optional(texts),
      acceptedOutputModes: optional(texts),
      includeArtifacts: mayBeFlag,
      pageSize: mayBeNumber,
      pageToken: mayBeText,
      state: optional(state),
      updatedAfter: mayBeText,
      version: mayBeText,
      extensions: optional(texts),
      identity: mayBeText,
      configId: mayBeText,
      rpcId: optional(either(text, number)),
      pushUrl: mayBeText,
      pushAuthenticated: mayBeFlag,
      probe: optional(oneOf(...PROBES)),
    }),
  }),
});

const ids = { taskId: mayBeText, contextId: mayBeText };

/** What each kind of observation holds, beside when it was received and by which vantage. */
const KINDS: Readonly<Record<ObservationKind, Readonly<Record<string, Check>>>> = {
  asked: {},
  task: { task },
  status: { ...ids, state, timestamp: mayBeText, message: optional(message), final: mayBeFlag },
  artifact: { ...ids, artifact, append: flag, lastChunk: flag },
  message: { message },
  error: {
    name: oneOf(...ERROR_CODES.map(({ name }) => name), 'Unauthenticated', 'other'),
    code: mayBeNumber,
    reason: mayBeText,
    httpStatus: number,
    message: text,
    data: anything,
    retryAfterMs: mayBeNumber,
  },
  failure: { reason: oneOf(...FAILURES), message: text, sent: flag },
  open: {},
  close: { by: oneOf('peer', 'caller', 'broken') },
  silence: { bound: object({ ms: number, source: oneOf(...BOUND_SOURCES) }) },
  defect: { defect: text, detail: text, doubtful: mayBeFlag, spoken: optional(oneOf(...DIALECTS)) },
  list: { tasks: list(task), nextPageToken: mayBeText, totalSize: mayBeNumber, pageSize: mayBeNumber },
  config: { configs: list(object({ id: mayBeText, taskId: mayBeText, url: mayBeText })) },
  card: { card: object() },
};

const kind = oneOf(...Object.keys(KINDS));

/** A line that tells one observation. */
export const seenLine: Check = (value, path) => {
  const outer = object({
    seen: object({ kind, received: number, vantage: number, channel: optional(channel), lateMs: mayBeNumber }),
  })(value, path);
  if (outer !== undefined) return outer;
  const { seen } = value as { readonly seen: { readonly kind: ObservationKind } };
  return object(KINDS[seen.kind])(seen, 'seen');
};
