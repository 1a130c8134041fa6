import type { AgentCard } from '../card/agent-card.ts';
import type { CredentialSource, Profile } from './profile.ts';

/** Stands for a credential of which only the caller knows whether and where it is. Nothing is to be had there. */
export const ASSUMED: CredentialSource = 'env:ASSUMED';

/** One for whatever a card asks: where nothing is said of credentials, an agent that wants others will say so itself. */
export function assumedCredentials(card: AgentCard): Profile['credentials'] {
  const required = [card.security, ...card.skills.map(({ security }) => security ?? [])].flat();
  const names = [...card.securitySchemes, ...required.flatMap(({ schemes }) => schemes)].map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, ASSUMED]));
}
