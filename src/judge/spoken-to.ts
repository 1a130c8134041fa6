import { withoutEndSlashes } from '../protocol/end-slashes.ts';
import type { ReadRequest } from '../protocol/read/request.ts';
import type { Addressee } from './recording.ts';
import type { TraceCard } from './trace-card.ts';

/** Where a request of a record went. */
export interface Place {
  /** Empty where the record doesn't tell it. */
  readonly origin: string;
  readonly request: ReadRequest;
}

/** The agent that a request went to, under one of its tenants. */
export interface SpokenTo {
  /** The same for all requests to it. */
  readonly key: string;
  /** The card that lists its interface, if any does. */
  readonly card: TraceCard | undefined;
  readonly agent: Addressee;
}

/**
 * Tells agents apart, and the tenants of one: a task id means the same thing only within one of them. Interfaces are of
 * one agent where a card lists them together; else each path is an agent of its own.
 */
export function spokenTo(place: Place, cards: readonly TraceCard[]): SpokenTo {
  const { origin, request } = place;
  const address = `${origin}${withoutEndSlashes(request.interfacePath)}`;
  for (const [index, card] of cards.entries()) {
    const tenant = tenantAt(place, card);
    if (tenant === undefined) continue;
    const agent = { name: card.card.name || undefined, address, tenant: tenant || undefined };
    return { key: JSON.stringify([index, tenant]), card, agent };
  }
  const { tenant = '' } = request;
  const agent = { name: undefined, address, tenant: tenant || undefined };
  return { key: JSON.stringify([address, tenant]), card: undefined, agent };
}

/** The tenant that a request names at an interface that the card lists, `''` for none; `undefined` at any other place. */
function tenantAt({ origin, request }: Place, { card }: TraceCard): string | undefined {
  const { binding, tenant } = request;
  const asked = withoutEndSlashes(request.interfacePath);
  for (const listed of card.interfaces) {
    if (binding === 'GRPC' || listed.binding === 'GRPC') {
      if (binding === listed.binding) return tenant ?? '';
      continue;
    }
    if (!URL.canParse(listed.url)) continue;
    const url = new URL(listed.url);
    if (origin !== '' && url.origin !== origin) continue;
    const path = withoutEndSlashes(url.pathname);
    const base = binding === 'HTTP+JSON' ? path.replace(/\/v1$/, '') : path;
    if (asked === base) return tenant ?? '';
    // Over HTTP+JSON the tenant is a segment of the path (1.0 §11.3).
    if (binding !== 'HTTP+JSON' || listed.tenant === undefined) continue;
    if (asked === `${base}/${encodeURIComponent(listed.tenant.toWellFormed())}`) return listed.tenant;
  }
  return undefined;
}
