import type { Account, Caller } from './caller.ts';
import { delegateBehind } from './caller-behind.ts';
import { delegateGuarded } from './guarded-caller.ts';
import { guardedIncidents, type Incident, plainIncidents } from './incidents.ts';
import { delegatePlainly } from './plain-caller.ts';
import type { Scene } from './scene.ts';
import type { Truth } from './truth.ts';

/** The official SDK's own client, used sensibly, and believing what it is told. */
export const PLAIN_CALLER: Caller = {
  name: 'plain',
  title: 'plain SDK client',
  unprotected: true,
  delegate: async (work) => ({ kind: 'believed', belief: await delegatePlainly(work) }),
  incidents: incidentsOfBelief,
};

/** The guard. */
const GUARDED_CALLER: Caller = {
  name: 'guarded',
  title: 'Probity',
  unprotected: false,
  delegate: async (work) => ({ kind: 'concluded', result: await delegateGuarded(work) }),
  incidents: (account, truth, scene) =>
    account.kind === 'concluded' ? guardedIncidents(account.result, truth, scene) : [],
};

/** The same plain client, with a gateway before the agent. */
const CALLER_BEHIND: Caller = {
  name: 'behind',
  title: 'plain, behind gateway',
  unprotected: false,
  delegate: async (work) => {
    const { belief, ...behind } = await delegateBehind(work);
    return { kind: 'believed', belief, behind };
  },
  incidents: incidentsOfBelief,
};

/** The columns of the demonstration, from left to right. */
export const CALLERS: readonly Caller[] = [PLAIN_CALLER, GUARDED_CALLER, CALLER_BEHIND];

function incidentsOfBelief(account: Account, truth: Truth, scene: Scene): readonly Incident[] {
  return account.kind === 'believed' ? plainIncidents(account.belief, truth, scene) : [];
}
