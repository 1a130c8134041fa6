import type { Claims } from '../lifecycle/peer-facts.ts';
import type { AuditOptions } from './audit-options.ts';
import type { Scenario } from './scenario.ts';

/** The scenarios that have something to show of an interface, and are wanted. */
export function chooseScenarios(
  all: readonly Scenario[],
  claims: Claims,
  { only, skip, safe }: Pick<AuditOptions, 'only' | 'skip' | 'safe'>,
): readonly Scenario[] {
  return all.filter((scenario) => {
    const { id, effects, appliesTo } = scenario;
    if (appliesTo?.(claims) === false) return false;
    if (only !== undefined && only.length > 0 && !only.some((name) => isMeant(id, name))) return false;
    if (skip?.some((name) => isMeant(id, name)) === true) return false;
    return safe !== true || effects !== 'tasks';
  });
}

/** Whether a name stands for a scenario: it is its id, or the begin of it up to a hyphen. */
function isMeant(id: string, name: string): boolean {
  return id === name || id.startsWith(`${name}-`);
}
