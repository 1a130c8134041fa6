import { type AgentCard, readAgentCard } from '../card/agent-card.ts';
import type { Claim } from '../lifecycle/finding.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Refusal, Standing, TrustView } from '../trust/trust-view.ts';
import type { Profile } from './profile.ts';
import type { TaskClass } from './task-class.ts';
import type { KnownOfCard, RememberedTrust } from './terms/terms.ts';

/** A card with a client, a kind of task and what is remembered: what a rule is tried on. */
export interface ContractSetting {
  readonly card: AgentCard;
  readonly profile?: Partial<Profile>;
  readonly task?: Partial<TaskClass>;
  readonly trust?: RememberedTrust;
  readonly known?: KnownOfCard;
}

const CARD_URL = 'https://agent.example/.well-known/agent-card.json';

/** A plain 1.0 agent that streams text, with some members of its card put over it. */
export function cardWith(members: JsonObject = {}): AgentCard {
  const raw = {
    name: 'Agent',
    description: 'Works.',
    version: '1.0.0',
    supportedInterfaces: [{ url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'work', name: 'Work', description: 'Works.', tags: ['work'] }],
    ...members,
  };
  return readAgentCard(raw) as AgentCard;
}

/** What is remembered of that agent: the state of some claims, and a piece of work that was refused. */
export function remembering(
  states: { readonly [claim in Claim]?: Standing['state'] },
  refused?: { readonly work: string; readonly why: string },
): RememberedTrust {
  const view: TrustView = {
    standingOf: (_key, claim) => standing(states[claim] ?? 'unverified'),
    refusalOf: (_cardUrl, work): Refusal | undefined =>
      refused?.work === work ? { at: 0, why: refused.why } : undefined,
  };
  return { view, cardUrl: CARD_URL, ...(refused === undefined ? {} : { work: refused.work }) };
}

function standing(state: Standing['state']): Standing {
  if (state === 'verified') return { state, keptAt: 0, times: 1 };
  if (state === 'suspect') return { state, since: 0, until: 900_000, rule: 'stream/silent', relapses: 0 };
  return { state };
}
