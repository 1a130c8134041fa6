import { withoutEndSlashes } from '../end-slashes.ts';
import { asObject } from '../json.ts';
import type { DialectWriter } from './dialect-writer.ts';
import { writeV03 } from './v03.ts';

/** Writes 0.2: as 0.3, but for the members that its types require, and the extended card, which has no method. */
export const writeV02: DialectWriter = {
  ...writeV03,
  dialect: '0.2',
  methodName: (operation) => (operation === 'GetExtendedAgentCard' ? undefined : writeV03.methodName(operation)),
  plainUrl: (operation, url) => (operation === 'GetExtendedAgentCard' ? extendedCardUrl(url) : undefined),
  requestBody(call) {
    const body = writeV03.requestBody(call);
    const configuration = asObject(body['configuration']);
    if (configuration === undefined) return body;
    // Required up to 0.2.5 (§7.1.1). An empty list asks for nothing in particular.
    return { ...body, configuration: { acceptedOutputModes: [], ...configuration } };
  },
};

/** 0.2.5, §7.10: `{AgentCard.url}/../agent/authenticatedExtendedCard`. */
function extendedCardUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const card = new URL(url);
  card.search = card.hash = '';
  card.pathname = `${withoutEndSlashes(card.pathname).replace(/\/[^/]*$/, '')}/agent/authenticatedExtendedCard`;
  return card.href;
}
