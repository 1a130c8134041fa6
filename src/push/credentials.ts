import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { PushRegistration } from '../protocol/call.ts';

type Shown = 'right' | 'wrong' | 'missing';

/** What a delivery showed of the credentials that were registered. */
export interface CredentialCheck {
  /** At least one of them is right, and none is wrong: whoever sent this was told them. */
  readonly authentic: boolean;
  /** What is not as it was asked for, in words that hold no secret. */
  readonly fault: string | undefined;
}

/**
 * Compares a delivery with its registration. The registered `authentication` has to be in the Authorization header
 * (§4.3.3); the token is by custom in X-A2A-Notification-Token, and no text asks for that header.
 */
export function checkCredentials(headers: IncomingHttpHeaders, registration: PushRegistration): CredentialCheck {
  const { authentication, token } = registration;
  const authorization =
    authentication === undefined
      ? undefined
      : compare(schemeLowered(headers.authorization), schemeLowered(headerOf(authentication)));
  const header = headers['x-a2a-notification-token'];
  const shownToken = token === undefined ? undefined : compare(typeof header === 'string' ? header : undefined, token);
  const shown = [authorization, shownToken];
  return { authentic: shown.includes('right') && !shown.includes('wrong'), fault: faultOf(authorization, shownToken) };
}

function faultOf(authorization: Shown | undefined, token: Shown | undefined): string | undefined {
  if (authorization === 'missing') return 'a delivery came without an Authorization header';
  if (authorization === 'wrong') return 'a delivery came with another Authorization header than was registered';
  return token === 'wrong' ? 'a delivery came with another token than was registered' : undefined;
}

function headerOf({ scheme, credentials }: NonNullable<PushRegistration['authentication']>): string {
  return `${scheme} ${credentials}`;
}

/** The names of schemes are not told apart by case. */
function schemeLowered(header: string | undefined): string | undefined {
  return header?.replace(/^\S+/, (scheme) => scheme.toLowerCase());
}

function compare(shown: string | undefined, wanted: string | undefined): Shown {
  if (shown === undefined || wanted === undefined) return 'missing';
  return timingSafeEqual(hash('sha256', shown, 'buffer'), hash('sha256', wanted, 'buffer')) ? 'right' : 'wrong';
}
