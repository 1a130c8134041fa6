import { isIP } from 'node:net';
import { addressKind } from '../../http/address.ts';

/**
 * What a host name says of where it leads, without asking anybody. `unspecified` is an address to listen on, which is
 * nowhere to connect to. `internal` is a name that only some network knows.
 */
export type HostKind = 'public' | 'loopback' | 'unspecified' | 'private' | 'internal';

/** Names that no public resolver answers (RFC 6761, RFC 6762, RFC 9476, and what clusters and containers use). */
const INTERNAL = /(^|\.)(local|test|internal|intranet|lan|home|home\.arpa|svc|corp|localdomain)$/;

/** Tells the kind of host of a URL. */
export function hostKind(url: string): HostKind {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) {
    if (host === '0.0.0.0' || host === '::') return 'unspecified';
    const kind = addressKind(host);
    if (kind === 'loopback') return 'loopback';
    return kind === 'public' || kind === 'reserved' ? 'public' : 'private';
  }
  if (/(^|\.)localhost$/.test(host)) return 'loopback';
  return !host.includes('.') || INTERNAL.test(host) ? 'internal' : 'public';
}
