import { readFile } from 'node:fs/promises';
import type { AgentCard } from '../card/agent-card.ts';
import type { CredentialSource, Profile } from '../contract/profile.ts';
import type { PlanCredential } from '../contract/terms/security-terms.ts';
import { GuardError } from './guard-error.ts';

/** Stands for headers that the caller gave: which scheme they satisfy, nobody but the caller knows. */
const GIVEN: CredentialSource = 'env:GIVEN_BY_CALLER';

/**
 * The credentials to negotiate with: those of the profile; where it names none, the headers that were given count for
 * whatever the agent asks, and an agent that asks for more will say so before it takes anything in.
 */
export function negotiableCredentials(card: AgentCard, profile: Partial<Profile>): Profile['credentials'] {
  if (profile.credentials !== undefined) return profile.credentials;
  const required = [card.security, ...card.skills.map(({ security }) => security ?? [])].flat();
  const names = [...card.securitySchemes, ...required.flatMap(({ schemes }) => schemes)].map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, GIVEN]));
}

/**
 * The headers that carry the credentials of a plan.
 *
 * @throws GuardError `bad-option` where one can't be had, or can't go in a header; it says where it was looked for
 */
export async function headersFor(credentials: readonly PlanCredential[]): Promise<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  for (const { source, place, scheme } of credentials) {
    if (source === undefined || source === GIVEN) continue;
    if (place.in === 'query' || place.in === 'connection') {
      const how = place.in === 'query' ? 'as a query parameter' : 'with the connection';
      throw badCredential(`The agent wants the credential of ${scheme} ${how}, and here it can only go in a header.`);
    }
    const value = await credentialFrom(source, scheme);
    if (place.in === 'header') {
      headers[place.name.toLowerCase()] = place.prefix === undefined ? value : `${place.prefix} ${value}`;
    } else {
      headers['cookie'] = [headers['cookie'], `${place.name}=${value}`].filter(Boolean).join('; ');
    }
  }
  return headers;
}

async function credentialFrom(source: CredentialSource, scheme: string): Promise<string> {
  const name = source.slice(source.indexOf(':') + 1);
  if (source.startsWith('env:')) {
    const value = process.env[name];
    if (value) return value;
    throw badCredential(`The credential for ${scheme} is to be in the environment variable ${name}, which is not set.`);
  }
  try {
    return (await readFile(name, 'utf8')).trim();
  } catch (cause) {
    throw badCredential(`The credential for ${scheme} can't be read from the file ${name}.`, cause);
  }
}

function badCredential(message: string, cause?: unknown): GuardError {
  return new GuardError(`${message} Nothing was sent.`, { code: 'bad-option', cause });
}
