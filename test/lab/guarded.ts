import type { OutcomeKind } from '../../src/guard/outcome.ts';
import type { Work } from './delegated.ts';

/** What a guarded caller has to conclude of an agent with a deviation. */
export interface Guarded {
  readonly work: Work;
  /** The ends that are right. */
  readonly ends: readonly OutcomeKind[];
  /** The rules of which at least one has to be told; none means that this work does not show the lie. */
  readonly rules: readonly string[];
}

const slow: Work = { text: 'slow 8' };
const long: Work = { text: 'slow 100' };
const canceled: Work = { text: 'slow 200', cancelAfterMs: 150 };

const ends =
  (work: Work) =>
  (end: OutcomeKind | readonly OutcomeKind[], ...rules: readonly string[]): Guarded => ({
    work,
    ends: typeof end === 'string' ? [end] : end,
    rules,
  });

const working = ends(slow);
const canceling = ends(canceled);
const asking = ends({ text: 'clarify' });

/** By deviation: what the guard has to make of it where it answers the agent's question. */
export const answered: Readonly<Record<string, Guarded>> = {
  'resume-forks': ends({ text: 'clarify', answer: 'Paris' })('outcome-unknown', 'resume/new-task'),
  'resume-refused': ends({ text: 'clarify', answer: 'Paris' })('outcome-unknown', 'resume/not-accepted'),
  'resume-rejects-data': ends({ text: 'clarify', answer: [{ data: { place: 'Paris' } }] })(
    'failed',
    'resume/fails-on-declared-mode',
  ),
};

/**
 * By deviation: what the guard has to make of it in one delegation. A lie that does not touch the work is seen through
 * without a word: the outcome is right.
 */
export const guarded: Readonly<Record<string, Guarded>> = {
  // Streams: the work is done whatever they tell, and reads show it.
  'mute-stream': ends(long)('completed', 'stream/silent'),
  'no-terminal': working('completed', 'stream/no-terminal'),
  'appends-the-whole': working('completed'),
  'appends-to-nothing': working('completed'),
  'artifact-after-end': working('completed', 'stream/after-terminal'),
  'artifact-events-dropped': working('completed', 'stream/artifact-not-streamed', 'stream/diverges-from-task'),
  'close-kills-task': working('completed'),
  'empty-last-chunk': working('completed', 'stream/empty-chunk'),
  'end-withheld': working('completed', 'stream/no-terminal'),
  'error-in-stream': working('completed', 'stream/error-in-success'),
  'events-after-end': working('completed', 'stream/after-terminal'),
  'events-twice': working('completed', 'stream/duplicated'),
  'final-flag-early': working('completed'),
  'foreign-task-id': working('completed', 'stream/foreign-task'),
  'interrupt-hidden': asking('input-required'),
  'last-chunk-always': working('completed', 'stream/after-last-chunk'),
  'message-then-task': working('completed'),
  'no-task-first': working('completed', 'stream/subscribe-no-snapshot'),
  'recap-in-status': working('completed'),
  'result-in-status': working('completed'),
  'runs-mixed': working('completed-disputed', 'settle/disputed'),
  'second-subscriber-refused': working('completed'),
  'stream-empty': working('completed'),
  'stream-held-back': ends(long)('completed', 'stream/silent', 'stream/buffered'),
  'stream-not-sse': working('completed', 'stream/not-sse', 'error/unreadable-answer', 'error/content-type'),
  'stream-not-wired': ends(long)('completed', 'stream/subscribe-unsupported', 'stream/refused'),
  'stream-says-failed': working(['completed', 'completed-disputed'], 'stream/diverges-from-task'),
  'stream-stays-open': working('completed'),
  'stream-unasked': working('completed', 'stream/unasked'),
  'stream-undeclared': working('completed'),
  'streams-differ': working('completed'),
  'subscribe-cut-off': working('completed', 'stream/no-terminal'),
  'subscribe-deaf': ends(long)('completed', 'stream/silent'),
  'subscribe-loses-waiting': asking('input-required'),
  'subscribe-not-wired': working('completed', 'stream/subscribe-unsupported', 'stream/subscribe-refused'),
  'subscribe-refused-late': working('completed', 'stream/late-refusal'),
  'subscribe-to-ended': working('completed'),
  'subscribe-without-task': working('completed', 'stream/subscribe-no-snapshot'),
  'unclean-events': working('completed', 'stream/sse-quirk'),

  // Tasks and results: nothing is good that does not stay so.
  'shifting-artifacts': working('completed-disputed', 'settle/unstable-artifacts'),
  'growing-artifacts': working('completed-disputed', 'settle/unstable-artifacts'),
  'artifact-listed-twice': working('completed', 'settle/duplicate-artifacts'),
  'artifacts-missing': working('completed-disputed', 'settle/disputed'),
  'accepts-after-end': working('completed'),
  'reuses-task-id': working('completed'),
  'blocking-ignored': working('completed'),
  'client-id-accepted': working('completed'),
  'comes-and-goes': working('completed', 'settle/vanishes', 'task/lost'),
  'completed-then-failed': working('flipped', 'settle/flips', 'task/terminal-overwritten'),
  'context-changes': working('completed', 'task/context-changed'),
  'context-mismatch-accepted': working('completed'),
  'context-replaced': working('completed'),
  'crash-as-error': working('completed'),
  'flapping-end': working(['completed', 'flipped'], 'task/stale-read', 'settle/flips'),
  'goes-back': working('completed'),
  'id-changes': working('completed', 'task/id-changed'),
  'interrupt-withdrawn': working('completed'),
  'malformed-task': working('completed', 'task/malformed'),
  'never-ends': ends({ text: 'slow 8', cancelAfterMs: 800 })('orphaned', 'stream/no-terminal', 'task/stuck'),
  'nonblocking-ignored': ends({ text: 'slow 150' })('completed', 'task/nonblocking-blocks'),
  'reads-frozen': working('completed', 'task/stale-read', 'stream/diverges-from-task'),
  'result-missing': working('completed', 'settle/empty-completed'),
  'send-cut-off': working('completed'),
  'shrinking-task': working(['completed', 'completed-disputed'], 'task/shrunk', 'settle/unstable-artifacts'),
  // Over HTTP+JSON, agents of 0.3 do speak so.
  'speaks-another-dialect': working('completed', 'task/dialect-mix'),
  'task-lost': working('outcome-unknown', 'task/lost', 'settle/vanishes'),
  'timestamp-regress': working('completed'),
  'undeclared-output': working('completed', 'modes/undeclared-output'),
  'unknown-state': ends(long)('completed', 'task/unknown-state'),

  // Cancels: nobody is let go before the work has stopped.
  'zombie-cancel': canceling('orphaned', 'cancel/resurrected', 'cancel/artifact-after'),
  'artifact-after-cancel': canceling('canceled'),
  'cancel-always-succeeds': canceling('canceled'),
  'cancel-as-read': canceling(['orphaned', 'completed-before-cancel'], 'cancel/not-terminal', 'cancel/ignored'),
  'cancel-asks-back': canceling(['orphaned', 'completed-before-cancel'], 'cancel/not-terminal', 'cancel/ignored'),
  'cancel-freezes': canceling('orphaned', 'cancel/not-terminal', 'cancel/never-settles'),
  'cancel-hangs': canceling(['orphaned', 'completed-before-cancel'], 'cancel/hangs'),
  'cancel-in-word-only': canceling('orphaned', 'cancel/ignored', 'cancel/artifact-after'),
  'cancel-not-repeatable': canceling('canceled'),
  'cancel-says-working': canceling('canceled', 'cancel/not-terminal'),
  'cancel-unsupported': canceling(['orphaned', 'completed-before-cancel'], 'cancel/unsupported', 'cancel/wrong-error'),
  'canceled-then-completed': canceling('orphaned', 'cancel/resurrected', 'settle/flips'),

  // Questions: the caller gets them as what they are.
  'history-empty': asking('input-required'),
  'history-doubled': working('completed', 'history/duplicated'),
  'history-length-ignored': working('completed', 'history/zero-ignored', 'history/exceeds-length'),
  'resume-forgets': asking('input-required'),
  'resume-forks': asking('input-required'),
  'resume-refused': asking('input-required'),
  'resume-rejects-data': asking('input-required'),

  // Refusals and answers that can't be read.
  'bindings-differ': working('completed', 'stream/refused', 'stream/subscribe-unsupported'),
  'empty-answers': working('completed', 'error/unreadable-answer', 'task/malformed'),
  'no-envelope': working('completed', 'stream/rpc-envelope'),
  'proxy-in-the-way': ends(long)('completed'),
  'rpc-id-wrong': working('completed', 'error/rpc-id'),
  'auth-undeclared': working('refused', 'auth/undeclared'),
  'version-refused': working('refused', 'version/supported-refused'),
};
