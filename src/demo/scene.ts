import type { OutcomeKind } from '../guard/outcome.ts';
import type { Incident } from './incidents.ts';

/** The versions of A2A that every scene is played in. */
export const VERSIONS = ['1.0', '0.3'] as const;

export type Version = (typeof VERSIONS)[number];

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
  /** The message that asks for the work, where it is none that the demonstration's own agents know. */
  readonly text?: string;
  /** The agent asks something first, and is answered with data, which its card says it takes. */
  readonly asks?: true;
  /** What the guard has to conclude, and the rule by which it has to see the lie. */
  readonly expects: { readonly kind: OutcomeKind; readonly rule?: string };
  /** The harm that a gateway can't keep from a plain caller, and why. */
  readonly left?: { readonly incident: Incident['kind']; readonly why: string };
}

const liar = (agent: string, does: string, more: Pick<Scene, 'expects'> & Partial<Scene>): Scene => ({
  ...{ agent, does, deviation: agent, pieces: 4, cancels: false },
  ...more,
});

/** The demonstration, in the order in which it is told. */
export const SCENES: readonly Scene[] = [
  {
    ...{ agent: 'honest', does: 'works, and ends', deviation: undefined, pieces: 4, cancels: false },
    expects: { kind: 'completed' },
  },
  {
    ...{ agent: 'honest, canceled', does: 'stops when told to', deviation: undefined, pieces: 60, cancels: true },
    expects: { kind: 'canceled' },
  },
  liar('zombie-cancel', 'says canceled, and works on', {
    ...{ pieces: 60, cancels: true },
    expects: { kind: 'orphaned', rule: 'cancel/resurrected' },
  }),
  liar('cancel-freezes', 'kills the work and leaves the task at working', {
    ...{ pieces: 60, cancels: true },
    expects: { kind: 'orphaned', rule: 'cancel/not-terminal' },
    left: { incident: 'end-never-told', why: 'the agent tells no end on any channel' },
  }),
  liar('resume-rejects-data', 'fails over an answer that its card allows', {
    asks: true,
    expects: { kind: 'completed' },
  }),
  liar('history-empty', 'claims a history, and has none when it asks', {
    asks: true,
    expects: { kind: 'completed' },
    left: { incident: 'no-history', why: 'a history is not made up for an agent that has none' },
  }),
  liar('interrupt-hidden', 'asks something, and never says so on its stream', {
    asks: true,
    expects: { kind: 'completed' },
  }),
  liar('mute-stream', 'opens a stream, and is silent on it', {
    pieces: 8,
    expects: { kind: 'completed', rule: 'stream/silent' },
  }),
  liar('stream-empty', 'opens a stream, and closes it at once', { expects: { kind: 'completed' } }),
  liar('no-terminal', 'ends its stream in the middle of the work', {
    expects: { kind: 'completed', rule: 'stream/no-terminal' },
  }),
  liar('shifting-artifacts', 'says completed, and shows another result each time', {
    expects: { kind: 'completed-disputed', rule: 'settle/unstable-artifacts' },
    left: { incident: 'wrong-result', why: 'which result is true nobody can know; it stays at one' },
  }),
];

/** What is answered to an agent that asks. */
export const ANSWER: { readonly [field: string]: string } = { color: 'blue' };

/** The message that asks for the work. */
export function workOf({ pieces, asks, text }: Pick<Scene, 'pieces' | 'asks' | 'text'>): string {
  if (text !== undefined) return text;
  return asks === true ? 'clarify the color' : `slow ${pieces}`;
}

/** The result of that work, if it is done; `undefined` where each caller's own words are part of it. */
export function resultOf({ pieces, asks }: Pick<Scene, 'pieces' | 'asks'>): string | undefined {
  if (asks === true) return undefined;
  return Array.from({ length: pieces }, (_, index) => `tick ${index} `).join('');
}
