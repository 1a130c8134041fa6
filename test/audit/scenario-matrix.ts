import type { LabOptions } from '../../src/lab/index.ts';

/**
 * Which agent stands behind the deviations: one on the official SDK that claims streaming and push; one that denies
 * both; one that lists extensions and lets nobody in without a token. The last is the lab's own, as is the second.
 */
export type Behind = 'open' | 'denying' | 'closed';

/** By what one scenario finds an agent out, and in front of which agent it finds nothing. */
export interface Row {
  readonly scenario: string;
  /** The deviations of the lab that break what this scenario exercises. */
  readonly broken: readonly string[];
  /** The rule by which it is found. */
  readonly rule: string;
  readonly behind: Behind;
  /** Before which agent the deviations stand, if not that one. */
  readonly brokenBefore?: Behind;
}

function row(scenario: string, broken: string | readonly string[], rule: string, more: Partial<Row> = {}): Row {
  return { scenario, broken: typeof broken === 'string' ? [broken] : broken, rule, behind: 'open', ...more };
}

const denying = { behind: 'denying' } as const;
const closed = { behind: 'closed' } as const;

/** One row for each scenario: where no deviation is about it alone, one that it can't fail to see. */
export const MATRIX: readonly Row[] = [
  row('card', 'card-incomplete', 'card/schema'),
  row('send-blocking', 'blocking-ignored', 'task/blocking-returns-early'),
  row('send-nonblocking', 'nonblocking-ignored', 'task/nonblocking-blocks'),
  row('send-waiting', 'blocking-ignored', 'task/blocking-returns-early'),
  row('settle', 'completed-then-failed', 'task/terminal-overwritten'),
  row('settle-failed', 'flapping-end', 'settle/flips'),
  row('message', 'message-then-task', 'stream/message-then-more'),
  row('stream', 'events-after-end', 'stream/after-terminal'),
  row('stream-live', 'artifact-events-dropped', 'stream/artifact-not-streamed'),
  row('stream-denied', ['stream-undeclared', 'no-task-first'], 'stream/no-task-first', {
    ...denying,
    brokenBefore: 'open',
  }),
  row('early-disconnect', 'close-kills-task', 'stream/close-kills-task'),
  row('subscribe-running', 'subscribe-not-wired', 'stream/subscribe-unsupported'),
  row('subscribe-twice', 'streams-differ', 'stream/artifact-not-streamed'),
  row('subscribe-waiting', 'context-changes', 'task/context-changed'),
  row('subscribe-ended', 'error-in-success', 'stream/error-in-success'),
  row('subscribe-unknown', 'errors-all-internal', 'error/task-not-found'),
  row('cancel-running', 'cancel-in-word-only', 'cancel/ignored'),
  row('cancel-twice', 'canceled-then-completed', 'cancel/resurrected'),
  row('cancel-ended', 'cancel-always-succeeds', 'cancel/terminal-accepted'),
  row('cancel-unknown', 'errors-all-internal', 'error/task-not-found'),
  row('cancel-streaming', 'cancel-in-word-only', 'cancel/ignored'),
  row('ask', 'resume-refused', 'resume/not-accepted'),
  row('ask-streaming', 'interrupt-hidden', 'stream/silent'),
  row('ask-modes', 'resume-rejects-data', 'resume/fails-on-declared-mode'),
  row('ask-undeclared-mode', 'context-changes', 'task/context-changed'),
  row('input-modes', 'declared-input-rejected', 'modes/declared-input-rejected'),
  row('input-undeclared', 'context-changes', 'task/context-changed'),
  row('file', 'undeclared-output', 'modes/undeclared-output'),
  row('output-accepted', 'undeclared-output', 'modes/undeclared-output'),
  row('message-own-context', 'context-replaced', 'task/context-replaced'),
  row('message-after-end', 'accepts-after-end', 'task/accepts-after-terminal'),
  row('message-foreign-context', 'context-mismatch-accepted', 'task/context-mismatch-accepted'),
  row('message-unknown-task', 'client-id-accepted', 'task/client-id-accepted'),
  row('history-lengths', 'history-length-ignored', 'history/exceeds-length'),
  row('list', 'list-never-ends', 'list/endless-pages'),
  row('push-explicit', 'push-config-lost', 'push/config-lost'),
  row('push-inline', 'push-inline-ignored', 'push/inline-ignored'),
  row('push-plain', 'push-wrong-task', 'push/wrong-task'),
  row('push-configs', 'push-config-replaced', 'push/config-replaced'),
  row('push-deleted', 'push-delete-ignored', 'push/after-delete'),
  row('push-refusing', 'context-changes', 'task/context-changed'),
  row('push-private', 'id-changes', 'task/id-changed'),
  row('push-denied', 'error-in-success', 'stream/error-in-success', denying),
  row('extended-card', 'extended-card-open', 'auth/extended-card-open', closed),
  row('security', 'auth-not-enforced', 'auth/not-enforced', closed),
  row('security-identities', 'foreign-tasks-visible', 'auth/foreign-task-visible', closed),
  row('extensions', 'extension-not-enforced', 'extension/required-not-enforced', closed),
  row('parallel', 'events-twice', 'stream/duplicated'),
  row('unknown-task', 'errors-all-internal', 'error/task-not-found'),
  row('unknown-method', 'rpc-id-wrong', 'error/rpc-id'),
  row('malformed', 'error-in-success', 'stream/error-in-success'),
  row('versions', 'version-ignored', 'version/unsupported-accepted'),
];

/** The tokens of the two callers whom the closed agent knows. */
export const TOKENS = { first: 'the-token-of-the-first', second: 'the-token-of-the-second' };

/** How the lab's own agent is set up where it is behind. */
export const OWN_AGENT: Readonly<Record<Exclude<Behind, 'open'>, LabOptions>> = {
  denying: { card: { streaming: false, pushNotifications: false } },
  closed: {
    tokens: TOKENS,
    card: { extensions: [{ uri: 'https://lab.example/extensions/receipts', required: false }] },
  },
};
