import type { Card } from '../../card.ts';
import type { JsonObject } from '../../model.ts';
import { writeBack } from '../json.ts';
import { writeClaims } from '../v03/card.ts';

/** A card of 0.2 knows one url, that of JSON-RPC. */
export function writeCard(card: Card): JsonObject {
  return writeBack('0.3', card, {
    ...writeClaims(card),
    url: card.interfaces.find(({ binding }) => binding === 'JSONRPC')?.url,
    // Later revisions have these; they would lead past this url.
    preferredTransport: undefined,
    additionalInterfaces: undefined,
  });
}
