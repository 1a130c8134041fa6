import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { addressKind, canonicalAddress } from './address.ts';
import type { AddressPolicy } from './address-policy.ts';
import { HttpError } from './http-error.ts';

export interface EgressRules {
  readonly allow: AddressPolicy;
  /** Metadata addresses that may be reached all the same, one by one, if the policy agrees. */
  readonly exposedMetadata: readonly string[];
  /** Resolves names; the system's resolver unless given. */
  readonly lookup?: LookupFunction | undefined;
}

/** Stands between a host and the addresses it leads to, for the connections of one origin. */
export class EgressGuard {
  readonly #origin: string;
  readonly #rules: EgressRules;
  readonly #exposed: ReadonlySet<string | undefined>;

  constructor(origin: string, rules: EgressRules) {
    this.#origin = origin;
    this.#rules = rules;
    this.#exposed = new Set(rules.exposedMetadata.map(canonicalAddress));
  }

  /** The refusal of a host that is an IP literal (no brackets), which no resolver ever sees; undefined for names. */
  refusalOfLiteral(hostname: string): HttpError | undefined {
    return isIP(hostname) === 0 || this.#permits(hostname, hostname)
      ? undefined
      : this.#refusal([{ address: hostname, family: isIP(hostname) }]);
  }

  /** Resolves like `dns.lookup`, but only ever hands out addresses that may be connected to. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    const resolve: LookupFunction = this.#rules.lookup ?? systemLookup;
    resolve(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, []);
      const addresses = typeof found === 'string' ? [{ address: found, family: family ?? isIP(found) }] : found;
      const permitted = addresses.filter(({ address }) => this.#permits(hostname, address));
      const [first] = permitted;
      if (first === undefined) return callback(this.#refusal(addresses), []);
      return options.all === true ? callback(null, permitted) : callback(null, first.address, first.family);
    });
  };

  #permits(hostname: string, address: string): boolean {
    const kind = addressKind(address);
    if (kind === 'metadata' && !this.#exposed.has(canonicalAddress(address))) return false;
    return this.#rules.allow(hostname, address, kind);
  }

  #refusal(addresses: readonly LookupAddress[]): HttpError {
    const named = addresses.map(({ address }) => `${address} (${addressKind(address)})`).join(' and ');
    const what = `leads to ${named || 'no address'}, where this client must not connect`;
    return new HttpError({ code: 'address-refused', origin: this.#origin, what, sent: false });
  }
}
