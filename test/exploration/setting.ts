import { DEFAULT_BOUNDS } from '../../src/contract/bounds.ts';
import type { Plan } from '../../src/contract/plan.ts';
import { claimsWith, type PeerFacts } from '../../src/lifecycle/peer-facts.ts';
import { compileRules } from '../../src/lifecycle/rule-table.ts';
import type { Vantage } from '../../src/protocol/observation.ts';
import { constant } from './plain-data.ts';
import type { Saying } from './sayings.ts';

/** How often each thing may happen in one course. */
export interface Budget {
  /** Sayings on streams, in the answer to the opening call, and by web-hook. */
  readonly events: number;
  readonly reads: number;
  /** How many of them are under way for a while, so that other things happen between question and answer. */
  readonly slowReads: number;
  readonly cancels: number;
  readonly waits: number;
  /** Sayings that are heard when the caller has the outcome already. */
  readonly late: number;
  /** Sayings that the guard takes in together with the next one, before it draws a conclusion. */
  readonly bursts: number;
}

/** A channel by which the peer tells something unasked. */
export interface Speaker {
  readonly name: string;
  readonly vantage: Vantage;
  readonly says: readonly Saying[];
  /** It says one thing and is over. */
  readonly once?: true;
  /** The guard opens it when it knows the task. */
  readonly needsTask?: true;
}

/** What is explored: who may say what, and how often. */
export interface Setting {
  readonly name: string;
  readonly budget: Budget;
  readonly speakers: readonly Speaker[];
  /** Said at the beginning, by the first speaker. */
  readonly first?: Saying;
  readonly reads: readonly Saying[];
  readonly cancels: readonly Saying[];
  /** How long nothing may happen, in ms. */
  readonly waits: readonly number[];
}

const PEER: PeerFacts = constant({ claims: claimsWith(), rules: compileRules([], '1.0', 'JSONRPC') });

/** The plan of every exploration: the default bounds. */
export const PLAN: Plan = constant({
  interface: { url: 'https://peer.example/', binding: 'JSONRPC', dialect: '1.0', tenant: undefined },
  claims: PEER.claims,
  opening: 'stream',
  reliesOn: [],
  acceptedOutputModes: [],
  bounds: DEFAULT_BOUNDS,
});

export { PEER };
