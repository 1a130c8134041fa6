import type { OutcomeKind } from '../../src/guard/outcome.ts';
import type { ForeignName } from './install.ts';

/** One piece of work for a foreign agent, given to a plain caller and to a guarded one. */
export interface Scene {
  readonly id: string;
  readonly agent: ForeignName;
  /** What happens, in a few words. */
  readonly title: string;
  readonly text: string;
  /** The true result, if the work is done. */
  readonly result: string;
  readonly cancels?: boolean;
  /** The caller is gone after a moment, and comes back to its task. */
  readonly leaves?: boolean;
  /** Another task, given at the same time. */
  readonly beside?: string;
  /** The plain caller takes out of what it receives what the SDK can't read. */
  readonly forgiving?: boolean;
  /** What the plain caller comes to, by the names below; empty where nothing is wrong. */
  readonly plain: readonly Incident[];
  readonly guarded: { readonly kind: OutcomeKind; readonly rules: readonly string[] };
}

/** The harms that a plain caller comes to. */
export const INCIDENTS = {
  thrown: 'an error instead of an outcome',
  'wrong-end': 'believes in another end than the task has',
  'end-never-told': 'is never told an end',
  'events-after-cancel': 'is sent more after the agent said canceled',
  'wrong-result': 'has another result than was made',
} as const;

export type Incident = keyof typeof INCIDENTS;

const ticks = (count: number): string => Array.from({ length: count }, (_, tick) => `tick ${tick} `).join('');
const chunks = 'chunk 0 chunk 1 chunk 2 ';

/** In the order in which they are played; those of one agent after one another, as trust is learned on the way. */
export const SCENES: readonly Scene[] = [
  {
    id: 'voltagent-hello',
    agent: 'voltagent',
    title: 'works, and ends',
    text: 'hello',
    result: chunks,
    plain: ['thrown'],
    guarded: { kind: 'completed', rules: ['task/dialect-mix', 'history/duplicated'] },
  },
  {
    id: 'voltagent-canceled',
    agent: 'voltagent',
    title: 'is canceled, and completes',
    text: 'slow 12',
    result: ticks(12),
    cancels: true,
    forgiving: true,
    plain: ['wrong-end', 'events-after-cancel'],
    guarded: { kind: 'orphaned', rules: ['cancel/resurrected', 'stream/sse-quirk'] },
  },
  {
    id: 'voltagent-left',
    agent: 'voltagent',
    title: 'loses its reader, who comes back',
    text: 'slow 8',
    result: ticks(8),
    leaves: true,
    forgiving: true,
    plain: ['end-never-told'],
    guarded: { kind: 'canceled', rules: [] },
  },
  {
    id: 'voltagent-failed',
    agent: 'voltagent',
    title: 'fails',
    text: 'fail',
    result: '',
    forgiving: true,
    plain: ['thrown'],
    guarded: { kind: 'failed', rules: ['task/failed-as-error'] },
  },
  {
    id: 'google-adk-hello',
    agent: 'google-adk',
    title: 'works, and ends',
    text: 'hello',
    result: chunks,
    plain: [],
    guarded: { kind: 'completed', rules: [] },
  },
  {
    id: 'google-adk-canceled',
    agent: 'google-adk',
    title: 'is to be canceled, and cannot be',
    text: 'slow 12',
    result: ticks(12),
    cancels: true,
    plain: ['thrown'],
    guarded: { kind: 'completed-before-cancel', rules: ['cancel/unsupported'] },
  },
  {
    id: 'google-adk-two',
    agent: 'google-adk',
    title: 'has two tasks at a time',
    text: 'slow 10',
    result: ticks(10),
    beside: 'slow 6',
    plain: ['wrong-result'],
    guarded: { kind: 'completed', rules: ['task/artifact-shared', 'settle/duplicate-artifacts'] },
  },
];
