import type { Situation } from '../../lifecycle/situation.ts';
import type { Observation } from '../../protocol/observation.ts';

/** An extension that the card requires, and that the client is known not to have declared. */
export function lacking({ vantage }: Observation, at: Situation): string | undefined {
  const { extensions } = vantage.request;
  if (extensions === undefined) return undefined;
  return at.task.peer.claims.requiredExtensions.find((extension) => !extensions.includes(extension));
}
