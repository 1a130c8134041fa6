import type { Finding } from '../lifecycle/finding.ts';
import type { Observation } from '../protocol/observation.ts';

/**
 * Whether what was seen may be a fault on our side: a network that is away looks the same as an agent that is. What
 * came, and could not be read, is the agent's.
 */
export function restsOnUs(seen: Observation): boolean {
  if (seen.kind === 'close') return seen.by === 'caller';
  return seen.kind === 'failure' && seen.reason !== 'unreadable';
}

/**
 * Tells apart the runs and the vantages that findings are from: two of one rule that differ in it confirm each other.
 */
export function witnessOf({ taskId, seen: { vantage } }: Finding): string {
  const { operation, channel, asked } = vantage;
  return JSON.stringify([taskId ?? asked, operation, channel]);
}
