import { isIP } from 'node:net';
import { type AddressKind, addressKind } from './address.ts';

/**
 * Decides whether a connection to `address` may be made for `hostname` (a name, or the same literal
 * without brackets). It is asked for every address at the moment of connecting, after the name was
 * resolved, so a name that changes its mind is caught. Metadata addresses are refused before it is asked.
 */
export type AddressPolicy = (hostname: string, address: string, kind: AddressKind) => boolean;

/** Public addresses and nothing else: what a URL that a stranger supplied may reach. */
export const publicOnly: AddressPolicy = (_hostname, _address, kind) => kind === 'public';

/** Everything that can be connected to: for a peer whose operator said that it is on a private network. */
export const anyAddress: AddressPolicy = (_hostname, _address, kind) => kind !== 'reserved';

/** Public addresses, and for the named hosts private ones too. */
export function allowHosts(hostnames: Iterable<string>): AddressPolicy {
  const allowed = new Set([...hostnames].map(plainHost));
  return (hostname, address, kind) =>
    kind === 'public' || (allowed.has(plainHost(hostname)) && anyAddress(hostname, address, kind));
}

/**
 * Public addresses, and wherever the host of `url` leads: for a URL that a person typed. Loopback
 * goes by many names, so if the host is one of them, all of them are allowed. A host that has once
 * resolved to a public address isn't followed to a private one later (DNS rebinding).
 *
 * @throws TypeError if `url` is not a URL.
 */
export function allowHostOf(url: string | URL): AddressPolicy {
  const typed = plainHost(new URL(url).hostname);
  const typedLoopback = isLoopbackName(typed);
  let seenPublic = false;
  return (hostname, address, kind) => {
    const host = plainHost(hostname);
    if (kind === 'public') {
      if (host === typed) seenPublic = true;
      return true;
    }
    if (typedLoopback && kind === 'loopback' && isLoopbackName(host)) return true;
    return host === typed && !seenPublic && anyAddress(hostname, address, kind);
  };
}

/** Allows what any of the policies allows. All are asked each time, since some learn from what they see. */
export function anyOf(...policies: readonly AddressPolicy[]): AddressPolicy {
  return (hostname, address, kind) => policies.map((policy) => policy(hostname, address, kind)).includes(true);
}

function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function isLoopbackName(host: string): boolean {
  return isIP(host) === 0 ? /(^|\.)localhost$/.test(host) : addressKind(host) === 'loopback';
}
