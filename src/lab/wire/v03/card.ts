import { bindings, type Card, type Interface } from '../../card.ts';
import { type JsonObject, origin } from '../../model.ts';
import { capabilitiesOf } from '../claims.ts';
import { asFlag, asList, asObject, asText, asTexts, readFrom, writeBack } from '../json.ts';
import { oldSecurity } from '../security.ts';

export function writeCard(card: Card): JsonObject {
  return writeBack('0.3', card, {
    ...writeClaims(card),
    protocolVersion: card[origin]?.json['protocolVersion'] ?? '0.3.0',
    ...oldInterfaces(card),
  });
}

/** The fields that say where an agent is. */
export function oldInterfaces({ interfaces }: Card): JsonObject {
  return {
    url: interfaces[0]?.url,
    preferredTransport: interfaces[0]?.binding,
    additionalInterfaces: interfaces.map(({ url, binding }) => ({ url, transport: binding })),
  };
}

/** The fields that cards of 0.2 and 0.3 have in common. */
export function writeClaims(card: Card): JsonObject {
  return {
    name: card.name,
    description: card.description,
    version: card.version,
    capabilities: capabilitiesOf(card, {
      streaming: card.streaming,
      pushNotifications: card.pushNotifications,
      stateTransitionHistory: card.stateTransitionHistory,
    }),
    defaultInputModes: card.inputModes,
    defaultOutputModes: card.outputModes,
    skills: card.skills,
    ...oldSecurity(card),
    supportsAuthenticatedExtendedCard: card.extendedCard || undefined,
    // The layout of 1.0 is not spoken to here, and signatures are over another card than this.
    supportedInterfaces: undefined,
    signatures: undefined,
  };
}

/** Reads cards of 0.2 and 0.3. */
export function readCard(json: JsonObject): Card {
  const capabilities = asObject(json['capabilities']) ?? {};
  const preferred = readInterface({ url: json['url'], transport: json['preferredTransport'] ?? 'JSONRPC' });
  const others = asList(json['additionalInterfaces'], readInterface) ?? [];
  const interfaces = [preferred, ...others].filter((each) => each !== undefined);
  return readFrom('0.3', json, {
    name: asText(json['name']) ?? '',
    description: asText(json['description']) ?? '',
    version: asText(json['version']) ?? '',
    interfaces: interfaces.filter((each, i) => interfaces.findIndex(({ url }) => url === each.url) === i),
    streaming: asFlag(capabilities['streaming']) ?? false,
    pushNotifications: asFlag(capabilities['pushNotifications']) ?? false,
    stateTransitionHistory: asFlag(capabilities['stateTransitionHistory']) ?? false,
    extendedCard: asFlag(json['supportsAuthenticatedExtendedCard']) ?? false,
    inputModes: asTexts(json['defaultInputModes']) ?? [],
    outputModes: asTexts(json['defaultOutputModes']) ?? [],
    skills: asList(json['skills'], (skill) => skill) ?? [],
    capabilities,
  });
}

function readInterface(json: JsonObject): Interface | undefined {
  const url = asText(json['url']);
  const binding = bindings.find((each) => each === json['transport']);
  return url === undefined || binding === undefined ? undefined : { url, binding };
}
