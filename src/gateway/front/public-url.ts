import type { IncomingMessage } from 'node:http';
import { addressKind, canonicalAddress } from '../../http/address.ts';

/** A host with or without a port: a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const PREFIX = /^(?:\/[A-Za-z0-9._~-]+)*\/?$/;

export interface PublicNames {
  /** Names that the gateway answers to besides those of loopback; lower case, without port. */
  readonly hosts: ReadonlySet<string>;
  /** Canonical addresses of proxies whose forwarding headers are believed. */
  readonly proxies: ReadonlySet<string>;
}

/** So many hosts are known again, of those that the gateway goes by. */
const MOST_MET = 100;

/** The URLs by which callers reach the gateway. */
export class PublicUrls {
  readonly #names: PublicNames;
  readonly #met = new Set<string>();

  constructor(names: PublicNames) {
    this.#names = names;
  }

  /**
   * The URL by which a caller reached the gateway, without a slash at its end; `undefined` where it named a host that the
   * gateway doesn't go by. A web page that points its own name at this machine is turned away by that.
   */
  of(request: IncomingMessage): string | undefined {
    const { proxies } = this.#names;
    const behindProxy = proxies.size > 0 && proxies.has(canonicalAddress(request.socket.remoteAddress ?? '') ?? '');
    const forwardedHost = behindProxy ? first(request.headers['x-forwarded-host']) : undefined;
    const host = forwardedHost ?? request.headers.host ?? '';
    if (!(forwardedHost === undefined ? this.#goesBy(host) : HOST.test(host))) return undefined;
    if (!behindProxy) return `http://${host}`;
    const proto = first(request.headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
    const prefix = first(request.headers['x-forwarded-prefix']) ?? '';
    return `${proto}://${host}${PREFIX.test(prefix) ? prefix.replace(/\/$/, '') : ''}`;
  }

  #goesBy(host: string): boolean {
    if (this.#met.has(host)) return true;
    if (!HOST.test(host) || !isOurs(host, this.#names.hosts)) return false;
    if (this.#met.size >= MOST_MET) this.#met.clear();
    this.#met.add(host);
    return true;
  }
}

function isOurs(host: string, hosts: ReadonlySet<string>): boolean {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return /(?:^|\.)localhost$/.test(name) || addressKind(name) === 'loopback' || hosts.has(name);
}

function first(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value : value?.[0];
  return text?.split(',', 1)[0]?.trim() || undefined;
}
