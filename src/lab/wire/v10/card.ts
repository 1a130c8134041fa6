import { bindings, type Card, type Interface } from '../../card.ts';
import type { JsonObject } from '../../model.ts';
import { asFlag, asList, asObject, asText, asTexts, readFrom, writeBack } from '../json.ts';

const version = '1.0';

export function writeCard(card: Card): JsonObject {
  return writeBack('1.0', card, {
    name: card.name,
    description: card.description,
    version: card.version,
    supportedInterfaces: card.interfaces.map(({ url, binding }) => ({
      url,
      protocolBinding: binding,
      protocolVersion: version,
    })),
    capabilities: {
      ...card.capabilities,
      streaming: card.streaming,
      pushNotifications: card.pushNotifications,
      extendedAgentCard: card.extendedCard,
    },
    defaultInputModes: card.inputModes,
    defaultOutputModes: card.outputModes,
    skills: card.skills,
  });
}

export function readCard(json: JsonObject): Card {
  const capabilities = asObject(json['capabilities']) ?? {};
  return readFrom('1.0', json, {
    name: asText(json['name']) ?? '',
    description: asText(json['description']) ?? '',
    version: asText(json['version']) ?? '',
    interfaces: (asList(json['supportedInterfaces'], readInterface) ?? []).filter((each) => each !== undefined),
    streaming: asFlag(capabilities['streaming']) ?? false,
    pushNotifications: asFlag(capabilities['pushNotifications']) ?? false,
    stateTransitionHistory: asFlag(capabilities['stateTransitionHistory']) ?? false,
    extendedCard: asFlag(capabilities['extendedAgentCard']) ?? false,
    inputModes: asTexts(json['defaultInputModes']) ?? [],
    outputModes: asTexts(json['defaultOutputModes']) ?? [],
    skills: asList(json['skills'], (skill) => skill) ?? [],
    capabilities,
  });
}

/** An interface of this version in a binding that the lab speaks. */
function readInterface(json: JsonObject): Interface | undefined {
  const url = asText(json['url']);
  const binding = bindings.find((each) => each === json['protocolBinding']);
  return url === undefined || binding === undefined || json['protocolVersion'] !== version
    ? undefined
    : { url, binding };
}
