import { readFile } from 'node:fs/promises';
import { ASSUMED } from '../contract/assumed-credentials.ts';
import type { CredentialSource } from '../contract/profile.ts';
import type { PlanCredential } from '../contract/terms/security-terms.ts';
import { didYouMean } from '../options/did-you-mean.ts';
import { GuardError } from './guard-error.ts';

/**
 * The headers that carry the credentials of a plan.
 *
 * @throws GuardError `bad-option` where one can't be had, or can't go in a header; it says where it was looked for
 */
export async function headersFor(credentials: readonly PlanCredential[]): Promise<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  for (const { source, place, scheme } of credentials) {
    if (source === undefined || source === ASSUMED) continue;
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

/**
 * A credential, from where it is kept.
 *
 * @param scheme what the agent wants it for
 * @throws GuardError `bad-option` where it can't be had
 */
export async function credentialFrom(source: CredentialSource, scheme: string): Promise<string> {
  const name = source.slice(source.indexOf(':') + 1);
  if (source.startsWith('env:')) {
    const value = process.env[name];
    if (value) return value;
    const hint = didYouMean(name, Object.keys(process.env));
    throw badCredential(
      `The credential for ${scheme} is to be in the environment variable ${name}, which is not set.${hint}`,
    );
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
