import type { Claim } from '../../lifecycle/finding.ts';
import type { Opening } from '../plan.ts';

/** What is known of a claim: what trust says, or that it was never exercised. */
export type Standings = (claim: Claim) => 'unverified' | 'verified' | 'suspect';

/** What streams an agent can be given to work on. */
export interface StreamTerms {
  readonly declared: boolean;
  readonly send: ReturnType<Standings>;
  readonly subscribe: ReturnType<Standings>;
  /** Some kind of stream is declared and not under suspicion. */
  readonly usable: boolean;
}

/** What streams there are. */
export function streamTerms(declared: boolean, standing: Standings): StreamTerms {
  const send = standing('stream.send');
  const subscribe = standing('stream.subscribe');
  return { declared, send, subscribe, usable: declared && (send !== 'suspect' || subscribe !== 'suspect') };
}

/**
 * How a task is opened on such streams. What has been verified is used straight away; what hasn't, only with the id in
 * hand; what is suspect, only where nothing but a stream will do and the other kind of stream is not suspect.
 */
export function openingFor({ usable, send, subscribe }: StreamTerms, needed: boolean): Opening {
  if (!usable) return 'poll';
  if (send === 'verified') return 'stream';
  if (subscribe === 'suspect') return needed ? 'stream' : 'poll';
  return send === 'suspect' && subscribe !== 'verified' && !needed ? 'poll' : 'id-first';
}
