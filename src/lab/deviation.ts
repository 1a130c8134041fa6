import { type Binding, bindings } from './card.ts';
import { type DialectName, dialectNames, type Middleware, type PushMiddleware } from './exchange.ts';

/** A number that a deviation can be set to. */
export interface Knob {
  /** What it says, with its unit. */
  readonly title: string;
  /** Its value unless set. */
  readonly value: number;
}

/** What a deviation is started with. */
export interface Setting<K extends string = string> {
  readonly knobs: Readonly<Record<K, number>>;
  /** Length of one step of the agent's work. */
  readonly stepMs: number;
  /** Numbers from 0 (inclusive) to 1 that follow from the peer's seed. */
  readonly random: () => number;
  /** Aborted when the deviation is removed or the peer closes; no timer may outlive it. */
  readonly closing: AbortSignal;
}

/** A started deviation: what it does to exchanges, to web-hook deliveries, or both. */
export interface Behaviour {
  readonly exchange?: Middleware;
  readonly push?: PushMiddleware;
}

/** One named way in which an agent can fail its caller, or be hard to bear while keeping every rule. */
export interface Deviation {
  readonly name: string;
  /** What it does. */
  readonly title: string;
  /** What happens to a caller who believes it. */
  readonly shows: string;
  /** Ids of the rules that it should be found by, the most telling one first. */
  readonly rules: readonly string[];
  readonly kind: 'honest' | 'awkward' | 'deviation';
  /** The most that a fair judge may say of it: `warning` where the protocol's text allows it or is open. */
  readonly gravity: 'none' | 'warning' | 'error';
  readonly dialects: readonly DialectName[];
  readonly bindings: readonly Binding[];
  readonly knobs: Readonly<Record<string, Knob>>;
  /** Where the card is found, if not at the dialect's own place. */
  readonly cardPath?: string;
  /** Starts it with state of its own. */
  readonly create: (setting: Setting) => Behaviour;
}

interface Definition<K extends string> {
  readonly name: string;
  readonly title: string;
  readonly shows: string;
  readonly rules: readonly string[];
  readonly kind?: Deviation['kind'];
  readonly gravity?: Deviation['gravity'];
  readonly dialects?: readonly DialectName[];
  readonly bindings?: readonly Binding[];
  readonly knobs?: Readonly<Record<K, Knob>>;
  readonly cardPath?: string;
  readonly create: (setting: Setting<K>) => Behaviour;
}

/** Completes a definition: an error in every dialect and binding, without knobs, unless it says otherwise. */
export function defineDeviation<K extends string = never>(definition: Definition<K>): Deviation {
  return { kind: 'deviation', gravity: 'error', dialects: dialectNames, bindings, knobs: {}, ...definition };
}
