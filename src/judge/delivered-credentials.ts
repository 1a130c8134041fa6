import type { PushRegistration } from '../protocol/call.ts';
import type { WireBody } from '../protocol/codec.ts';
import { asText } from '../protocol/json.ts';

/** What is wrong with the credentials of a delivery. */
export interface CredentialFault {
  readonly detail: string;
  /** The record may show another thing than what was sent. */
  readonly doubtful: boolean;
}

/** What a record tells beside the delivery itself. */
export interface CredentialsInRecord {
  /** Whether the delivery is known to have had no Authorization, rather than to have been recorded without it. */
  readonly lacksAuthorization: boolean;
  /** Whether these are the credentials, or the token, of another web-hook of the record. */
  isOfAnother(secret: string): boolean;
}

/**
 * Compares a delivery in a record with the registration of its web-hook. Records leave secrets out or write others in
 * their place: that they differ is certain only where those of another web-hook came.
 */
export function faultOfDelivery(
  headers: WireBody['headers'],
  { authentication, token }: PushRegistration,
  record: CredentialsInRecord,
): CredentialFault | undefined {
  const authorization = asText(headers['authorization']);
  if (authentication !== undefined) {
    if (authorization === undefined) {
      return { detail: 'a delivery came without an Authorization header', doubtful: !record.lacksAuthorization };
    }
    const { scheme, credentials } = authentication;
    const shown = authorization.replace(/^\S+\s+/, '');
    if (differ(credentials, shown) && !formsOf(scheme, credentials).includes(shown)) {
      const detail = 'a delivery came with another Authorization header than was registered';
      return { detail, doubtful: !record.isOfAnother(shown) };
    }
  }
  const shown = asText(headers['x-a2a-notification-token']);
  if (token === undefined || shown === undefined || !differ(token, shown)) return undefined;
  const detail = 'a delivery came with another token than was registered';
  return { detail, doubtful: !record.isOfAnother(shown) };
}

/** Whether two secrets are both there and not the same. */
function differ(registered: string, shown: string): boolean {
  return registered !== shown && registered !== '' && !isMasked(registered) && !isMasked(shown);
}

/** How credentials may be sent: as they are, in the form of Basic, or with the scheme that they already hold. */
function formsOf(scheme: string, credentials: string): readonly string[] {
  const bare = credentials.replace(/^\S+\s+/, '');
  return [credentials, bare, Buffer.from(credentials).toString('base64'), `${scheme} ${credentials}`];
}

/** What is written in the place of a secret. */
function isMasked(secret: string): boolean {
  return /\*\*|…|\.{3}|^x+$|^[<[({].*[>\])}]$|redacted|^\W*(masked|hidden|secret|removed|filtered)\W*$|^sha-?\d+[:=]/i.test(
    secret,
  );
}
