import { bindings, type Card, type Interface } from '../../card.ts';
import { type JsonObject, origin } from '../../model.ts';
import { capabilitiesOf } from '../claims.ts';
import { asFlag, asList, asObject, asText, asTexts, readFrom, writeBack } from '../json.ts';
import { security } from '../security.ts';
import { oldInterfaces } from '../v03/card.ts';

const version = '1.0';

export function writeCard(card: Card): JsonObject {
  return writeBack('1.0', card, {
    name: card.name,
    description: card.description,
    version: card.version,
    supportedInterfaces: card.interfaces.map(({ url, binding, tenant }) => ({
      url,
      protocolBinding: binding,
      ...(tenant === undefined ? {} : { tenant }),
      protocolVersion: version,
    })),
    capabilities: capabilitiesOf(card, {
      streaming: card.streaming,
      pushNotifications: card.pushNotifications,
      extendedAgentCard: card.extendedCard,
    }),
    ...security(card),
    defaultInputModes: card.inputModes,
    defaultOutputModes: card.outputModes,
    skills: card.skills,
    ...bothLayouts(card),
    // They are over another card than this.
    signatures: undefined,
  });
}

/** A card that is to be read by older callers too has its interfaces twice. */
function bothLayouts(card: Card): JsonObject {
  return card[origin]?.json['url'] === undefined ? {} : oldInterfaces(card);
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
  if (url === undefined || binding === undefined || !isThisVersion(json['protocolVersion'])) return undefined;
  return { url, binding, tenant: asText(json['tenant']) || undefined };
}

function isThisVersion(told: unknown): boolean {
  return typeof told === 'string' && /^1\.0(\.|$)/.test(told);
}
