import { bindings, type Card, type Interface } from '../../card.ts';
import type { JsonObject } from '../../model.ts';
import { asFlag, asList, asObject, asText, asTexts, readFrom, writeBack } from '../json.ts';

export function writeCard(card: Card): JsonObject {
  const [preferred] = card.interfaces;
  return writeBack('0.3', card, {
    ...writeClaims(card),
    url: preferred?.url,
    protocolVersion: '0.3.0',
    preferredTransport: preferred?.binding,
    additionalInterfaces: card.interfaces.map(({ url, binding }) => ({ url, transport: binding })),
    supportsAuthenticatedExtendedCard: card.extendedCard || undefined,
  });
}

/** The fields that cards of 0.2 and 0.3 have in common. */
export function writeClaims(card: Card): JsonObject {
  return {
    name: card.name,
    description: card.description,
    version: card.version,
    capabilities: {
      ...card.capabilities,
      streaming: card.streaming,
      pushNotifications: card.pushNotifications,
      stateTransitionHistory: card.stateTransitionHistory,
    },
    defaultInputModes: card.inputModes,
    defaultOutputModes: card.outputModes,
    skills: card.skills,
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
