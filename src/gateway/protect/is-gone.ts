import type { Observation, Vantage } from '../../protocol/observation.ts';

/** Whether the answer to a call for one task is that the agent has none, or that there is no answer. */
export function isGone({ operation }: Vantage, told: Observation | undefined): boolean {
  if (operation !== 'GetTask' && operation !== 'CancelTask') return false;
  return told === undefined || told.kind === 'failure' || (told.kind === 'error' && told.name === 'TaskNotFound');
}
