import type { Observation, Vantage } from '../../../src/protocol/observation.ts';

/**
 * Gives observations times that can be: none is received before the one in front of it or before it was asked, a call is
 * asked once and at a time of its own, and all that comes by it knows when.
 */
export function inOrder(observations: readonly Observation[]): readonly Observation[] {
  const vantages = new Map<number, Vantage>();
  const asked = new Set<number>();
  const ordered: Observation[] = [];
  let now = 0;
  for (const seen of observations) {
    const { id } = seen.vantage;
    const isAsking = seen.kind === 'asked';
    if (isAsking && (asked.has(id) || vantages.has(id))) continue;
    now = Math.max(now + (isAsking ? 1 : 0), seen.received);
    let vantage = vantages.get(id);
    if (vantage === undefined) {
      vantage = { ...seen.vantage, asked: isAsking ? now : Math.min(seen.vantage.asked, now) };
      vantages.set(id, vantage);
    }
    if (isAsking) asked.add(id);
    ordered.push({ ...seen, vantage, received: now });
  }
  return ordered;
}
