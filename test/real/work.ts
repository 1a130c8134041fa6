/** What an agent of these tests can be told to do; the first word of the text chooses. */
export type Work =
  | { readonly kind: 'chunks' | 'clarify' | 'message' | 'fail' | 'throw' | 'reject' | 'auth' | 'data' }
  | { readonly kind: 'slow'; readonly pieces: number };

const WORDS = ['clarify', 'message', 'fail', 'throw', 'reject', 'auth', 'data'] as const;

/** Anything that is no other word is answered in three chunks. */
export function workOf(text: string): Work {
  const [first = '', second = ''] = text.trim().toLowerCase().split(/\s+/);
  if (first === 'slow') return { kind: 'slow', pieces: Number(second) };
  return { kind: WORDS.find((word) => word === first) ?? 'chunks' };
}

/** What `cancelTask` of an agent does: raise a flag that the work looks at, nothing, or tell `canceled` at once. */
export type CancelStyle = 'flag' | 'ignore' | 'publish';

/** How an agent of these tests is set up. */
export interface AgentSetup {
  readonly stepMs: number;
  readonly cancelStyle: CancelStyle;
  readonly streaming: boolean;
  readonly push: boolean;
  /** SDK of 1.0 only: the card offers 0.3 instead, which the SDK translates. */
  readonly compat: boolean;
  /** SDK of 0.3 only: loaded by `require()`, as frameworks that are built on it do. */
  readonly commonjs: boolean;
  /** SDK of 1.0 only: how many tasks are worked on at the same time; the others wait. */
  readonly atOnce: number;
}

export const USUAL: AgentSetup = {
  stepMs: 20,
  cancelStyle: 'flag',
  streaming: true,
  push: false,
  compat: false,
  commonjs: false,
  atOnce: Number.POSITIVE_INFINITY,
};
