import type { Binding, Dialect } from '../../src/protocol/operation.ts';
import type { AgentSetup } from '../real/work.ts';

/** What a server of an official SDK really does against its word or against the text, and how the audit tells it. */
export interface Divergence {
  readonly id: string;
  readonly dialect: Dialect;
  readonly binding: Binding;
  readonly does: string;
  readonly setup: Partial<AgentSetup>;
  /** What makes it do that, where it is not what the agents of the tests do anyway. */
  readonly quick?: string;
  readonly rule: string;
  readonly scenario: string;
}

function divergence(
  id: string,
  dialect: Dialect,
  does: string,
  rule: string,
  scenario: string,
  more: { readonly setup?: Partial<AgentSetup>; readonly quick?: string } = {},
): Divergence {
  return { id, dialect, binding: 'JSONRPC', does, rule, scenario, setup: {}, ...more };
}

const push = { setup: { push: true } };
const ignoring = { setup: { cancelStyle: 'ignore' } } as const;

/** The divergences of docs/evidence.md that a caller can bring these servers to. */
export const DIVERGENCES: readonly Divergence[] = [
  divergence('SDK025-1', '0.2', 'takes web-hooks and never calls one', 'push/never-delivered', 'push-inline', push),
  divergence(
    'SDK025-2',
    '0.2',
    'ends the stream of a task that throws under another id',
    'stream/foreign-task',
    'stream',
    {
      quick: 'throw',
    },
  ),
  divergence('SDK025-4', '0.2', 'gives all history where none is asked for', 'history/zero-ignored', 'history-lengths'),
  divergence('SDK025-7', '0.2', 'answers broken JSON with a page', 'error/parse', 'malformed'),
  divergence(
    'SDK0314-2',
    '0.3',
    'calls web-hooks without their credentials',
    'push/auth-missing',
    'push-explicit',
    push,
  ),
  divergence(
    'SDK0314-3',
    '0.3',
    'loaded by require(), makes every error internal',
    'error/task-not-found',
    'unknown-task',
    {
      setup: { commonjs: true },
    },
  ),
  divergence(
    'SDK0314-5',
    '0.3',
    'lets a cancel wait that the executor ignores',
    'cancel/hangs',
    'cancel-running',
    ignoring,
  ),
  divergence(
    'SDK0314-7',
    '0.3',
    'takes a message in a foreign context',
    'task/context-mismatch-accepted',
    'message-foreign-context',
  ),
  divergence(
    'SDK0314-10',
    '0.3',
    'stores chunks twice while a cancel waits',
    'stream/diverges-from-task',
    'cancel-streaming',
    ignoring,
  ),
  divergence('SDK130-7', '1.0', 'names a state by its number', 'error/opaque-message', 'message-after-end'),
  divergence(
    'SDK130-8',
    '1.0',
    'stores chunks twice while a cancel waits',
    'stream/diverges-from-task',
    'cancel-streaming',
    ignoring,
  ),
];
