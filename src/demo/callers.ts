import type { Caller } from './caller.ts';
import { delegateGuarded } from './guarded-caller.ts';
import { guardedIncidents, plainIncidents } from './incidents.ts';
import { delegatePlainly } from './plain-caller.ts';

/** The official SDK's own client, used sensibly, and believing what it is told. */
export const PLAIN_CALLER: Caller = {
  name: 'plain',
  title: 'plain SDK client',
  unprotected: true,
  delegate: async (work) => ({ kind: 'believed', belief: await delegatePlainly(work) }),
  incidents: (account, truth, scene) =>
    account.kind === 'believed' ? plainIncidents(account.belief, truth, scene) : [],
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

/** The columns of the demonstration, from left to right. */
export const CALLERS: readonly Caller[] = [PLAIN_CALLER, GUARDED_CALLER];
