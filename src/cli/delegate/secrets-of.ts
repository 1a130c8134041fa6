import type { Profile } from '../../contract/profile.ts';
import { credentialFrom } from '../../guard/held-credentials.ts';
import { Secrets } from '../../http/secrets.ts';

type Headers = Readonly<Record<string, string>>;

/** What an agent may be sent and nobody else may see: the headers of the command line, and the credentials of a profile. */
export async function secretsOf(headers: Headers, profile: Partial<Profile> | undefined): Promise<Secrets> {
  const held = Object.entries(profile?.credentials ?? {}).map(async ([scheme, source]): Promise<Headers> => {
    // One that can't be had is never sent either, and whoever wants to send it says so.
    const value = await credentialFrom(source, scheme).catch(() => undefined);
    return value === undefined ? {} : { [scheme]: value };
  });
  return new Secrets([headers, ...(await Promise.all(held))]);
}
