import type { ForeignName } from '../foreign/install.ts';

/** What a server of another framework really does against its word or against the text, and how the audit tells it. */
export interface ForeignDivergence {
  readonly id: string;
  readonly agent: ForeignName;
  readonly does: string;
  readonly rule: string;
  readonly scenario: string;
}

function divergence(id: string, agent: ForeignName, does: string, rule: string, scenario: string): ForeignDivergence {
  return { id, agent, does, rule, scenario };
}

/** The divergences of docs/evidence.md that a caller can bring these servers to. */
export const FOREIGN_DIVERGENCES: readonly ForeignDivergence[] = [
  divergence(
    'VOLT-2',
    'voltagent',
    'forgets to tell of a task whose reader is gone',
    'stream/close-kills-task',
    'early-disconnect',
  ),
  divergence(
    'VOLT-4',
    'voltagent',
    'declares streams, and can’t be subscribed to',
    'stream/subscribe-unsupported',
    'subscribe-running',
  ),
  divergence(
    'VOLT-5',
    'voltagent',
    'takes a message for a task that has completed',
    'task/accepts-after-terminal',
    'message-after-end',
  ),
  divergence('VOLT-7', 'voltagent', 'answers only when it is done', 'task/nonblocking-blocks', 'send-nonblocking'),
  divergence('VOLT-9', 'voltagent', 'has a message twice in the history', 'history/duplicated', 'send-blocking'),
  divergence('VOLT-12', 'voltagent', 'tells a run that fails as an error', 'task/failed-as-error', 'settle-failed'),
  divergence(
    'VOLT-14',
    'voltagent',
    'sends all of the history, whatever is asked',
    'history/exceeds-length',
    'history-lengths',
  ),
  divergence('ADK-1', 'google-adk', 'shares artifacts between tasks', 'task/artifact-shared', 'parallel'),
  divergence(
    'ADK-1',
    'google-adk',
    'ends with a cut copy of the result beside it',
    'settle/duplicate-artifacts',
    'parallel',
  ),
  divergence('ADK-3', 'google-adk', 'refuses every cancel, and works on', 'cancel/unsupported', 'cancel-running'),
  divergence('ADK-6', 'google-adk', 'answers broken JSON with a page', 'error/parse', 'malformed'),
  divergence('ADK-6', 'google-adk', 'shows where it lives', 'error/leaks-internals', 'malformed'),
];
