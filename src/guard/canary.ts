import { Assignment } from './assignment.ts';
import { partsOf } from './check-options.ts';
import type { DelegateOptions } from './delegate-options.ts';
import type { Peer } from './peer.ts';
import { isUnreached } from './unreached.ts';

/** How often the silence window a canary may take. What it has not shown by then stays unknown. */
const WINDOWS = 2;

/**
 * Sends the caller's harmless message on a stream where the agent's streams have not been seen yet, or were broken and may
 * be probed, so that the work itself goes by what that shows. It is no part of the work: the caller's listeners, its
 * handler and its journal don't hear of it, and when its time is over it is left alone. If nobody is reached, the work will
 * find the same.
 *
 * @returns whether it was sent: the plan that was made before is then out of date, and its probes are over
 */
export async function tryStreams(
  peer: Peer,
  { journal: _, answer: __, onObservation: ___, onEvent: ____, messageId: _____, ...options }: DelegateOptions,
  signal: AbortSignal,
  leftMs: number,
): Promise<boolean> {
  const { canary, trust } = options;
  if (canary === undefined || trust === undefined || peer.plan.claims.streaming !== true) return false;
  const { state } = trust.standingOf(peer.key, 'stream.send');
  using suspicion = state === 'suspect' ? trust.beginProbe(peer.key, 'stream.send') : undefined;
  if (state === 'verified' || (state === 'suspect' && suspicion === undefined)) return false;
  const plan = { ...peer.plan, opening: 'stream' } as const;
  const probe = new Assignment({ ...peer, plan, probes: [] }, { ...options, detach: true }, () => undefined);
  const timeoutMs = Math.min(WINDOWS * plan.bounds.silence.ms, leftMs / 2);
  try {
    const outcome = await probe.open(partsOf(canary), signal, timeoutMs);
    probe.close(probe.talk.waiting === undefined ? outcome : await probe.talk.withdraw(signal, timeoutMs));
  } catch (error) {
    if (!isUnreached(error)) throw error;
    return false;
  }
  for (const each of peer.probes) each.end();
  return true;
}
