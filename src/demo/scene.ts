import type { OutcomeKind } from '../guard/outcome.ts';

/** One agent, one piece of work, and what has to come of it. */
export interface Scene {
  readonly agent: string;
  /** What the agent does, after its name. */
  readonly does: string;
  /** The deviation of the lab's agent; `undefined` for the honest agent on the official SDK. */
  readonly deviation: string | undefined;
  /** How many pieces the work has. */
  readonly pieces: number;
  readonly cancels: boolean;
  /** What the guard has to conclude, and the rule by which it has to see the lie. */
  readonly expects: { readonly kind: OutcomeKind; readonly rule?: string };
}

/** The demonstration, in the order in which it is told. */
export const SCENES: readonly Scene[] = [
  {
    agent: 'honest',
    does: 'works, and ends',
    deviation: undefined,
    pieces: 4,
    cancels: false,
    expects: { kind: 'completed' },
  },
  {
    agent: 'honest, canceled',
    does: 'stops when told to',
    deviation: undefined,
    pieces: 60,
    cancels: true,
    expects: { kind: 'canceled' },
  },
  {
    agent: 'zombie-cancel',
    does: 'says canceled, and works on',
    deviation: 'zombie-cancel',
    pieces: 60,
    cancels: true,
    expects: { kind: 'orphaned', rule: 'cancel/resurrected' },
  },
  {
    agent: 'mute-stream',
    does: 'opens a stream, and is silent on it',
    deviation: 'mute-stream',
    pieces: 8,
    cancels: false,
    expects: { kind: 'completed', rule: 'stream/silent' },
  },
  {
    agent: 'shifting-artifacts',
    does: 'says completed, and shows another result each time',
    deviation: 'shifting-artifacts',
    pieces: 4,
    cancels: false,
    expects: { kind: 'completed-disputed', rule: 'settle/unstable-artifacts' },
  },
  {
    agent: 'no-terminal',
    does: 'ends its stream in the middle of the work',
    deviation: 'no-terminal',
    pieces: 4,
    cancels: false,
    expects: { kind: 'completed', rule: 'stream/no-terminal' },
  },
];

/** The message that asks for so many pieces. */
export function workOf({ pieces }: Pick<Scene, 'pieces'>): string {
  return `slow ${pieces}`;
}

/** The result of that work, if it is done. */
export function resultOf({ pieces }: Pick<Scene, 'pieces'>): string {
  return Array.from({ length: pieces }, (_, index) => `tick ${index} `).join('');
}
