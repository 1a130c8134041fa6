import { withoutParameters } from '../protocol/call.ts';
import { asList, asObject, asText, type JsonObject } from '../protocol/json.ts';
import { BINDINGS, type Binding, type Dialect } from '../protocol/operation.ts';

/** A place where an agent can be spoken to, and how (§4.4.6). */
export interface AgentInterface {
  readonly url: string;
  /** As the card spells it; `binding` is what it means, `undefined` for one that can't be spoken here. */
  readonly protocolBinding: string;
  readonly binding: Binding | undefined;
  readonly protocolVersion: string;
  /** `undefined` for a version that Probity does not speak. */
  readonly dialect: Dialect | undefined;
  readonly tenant: string | undefined;
}

/** The capabilities that a card declares or denies; `undefined` where it says nothing (§4.4.3). */
export interface Capabilities {
  readonly streaming: boolean | undefined;
  readonly pushNotifications: boolean | undefined;
  readonly stateTransitionHistory: boolean | undefined;
  readonly extendedAgentCard: boolean | undefined;
  readonly requiredExtensions: readonly string[];
}

/** An agent's card, read leniently from any of its layouts. `raw` is the card as it came. */
export interface AgentCard {
  readonly name: string;
  readonly version: string | undefined;
  readonly interfaces: readonly AgentInterface[];
  readonly capabilities: Capabilities;
  /** Media types that some skill or the default takes in, and gives out: lower case, without parameters. */
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  /** In seconds, where the card has one: what the source documents call `defaultTimeout`. */
  readonly defaultTimeout: number | undefined;
  readonly raw: JsonObject;
}

/**
 * Reads a card of any dialect; `undefined` where the value is none (it names no interface at all). Takes it as it is:
 * that a card is well-formed is for the lint to judge.
 */
export function readAgentCard(value: unknown): AgentCard | undefined {
  const raw = asObject(value);
  if (raw === undefined) return undefined;
  const interfaces = readInterfaces(raw);
  if (interfaces.length === 0) return undefined;
  const capabilities = asObject(raw['capabilities']) ?? {};
  const timeout = raw['defaultTimeout'] ?? capabilities['defaultTimeout'];
  return {
    name: asText(raw['name']) ?? '',
    version: asText(raw['version']),
    interfaces,
    capabilities: {
      streaming: asFlag(capabilities['streaming']),
      pushNotifications: asFlag(capabilities['pushNotifications']),
      stateTransitionHistory: asFlag(capabilities['stateTransitionHistory']),
      extendedAgentCard: asFlag(capabilities['extendedAgentCard']) ?? asFlag(raw['supportsAuthenticatedExtendedCard']),
      requiredExtensions: asList(capabilities['extensions']).flatMap((entry) => {
        const extension = asObject(entry);
        const uri = asText(extension?.['uri']);
        return uri !== undefined && extension?.['required'] === true ? [uri] : [];
      }),
    },
    inputModes: modes(raw, 'defaultInputModes', 'inputModes'),
    outputModes: modes(raw, 'defaultOutputModes', 'outputModes'),
    defaultTimeout: typeof timeout === 'number' && timeout > 0 ? timeout : undefined,
    raw,
  };
}

function readInterfaces(raw: JsonObject): readonly AgentInterface[] {
  const listed = asList(raw['supportedInterfaces']).flatMap((entry) => {
    const item = asObject(entry);
    return item === undefined
      ? []
      : interfaceOf(item['url'], item['protocolBinding'], item['protocolVersion'] ?? '1.0', item['tenant']);
  });
  if (listed.length > 0) return listed;
  // The number became a required field only in 0.2.5.
  const version = raw['protocolVersion'] ?? '0.2';
  const main = interfaceOf(raw['url'], raw['preferredTransport'] ?? 'JSONRPC', version, undefined);
  const others = asList(raw['additionalInterfaces']).flatMap((entry) => {
    const item = asObject(entry);
    return item === undefined ? [] : interfaceOf(item['url'], item['transport'], version, undefined);
  });
  const known = new Set<string>();
  return [...main, ...others].filter(({ url, protocolBinding }) => {
    const key = `${protocolBinding} ${url}`;
    return known.has(key) ? false : known.add(key);
  });
}

function interfaceOf(url: unknown, binding: unknown, version: unknown, tenant: unknown): readonly AgentInterface[] {
  const given = asText(url);
  if (given === undefined) return [];
  const protocolBinding = asText(binding) ?? 'JSONRPC';
  const protocolVersion = asText(version) ?? '1.0';
  return [
    {
      url: given,
      protocolBinding,
      binding: leadsSomewhere(given, binding)
        ? BINDINGS.find((known) => known === protocolBinding.toUpperCase())
        : undefined,
      protocolVersion,
      dialect: dialectOf(protocolVersion),
      tenant: asText(tenant),
    },
  ];
}

/** gRPC interfaces are named by host and port; for all others only an absolute URL leads anywhere (§4.4.6). */
function leadsSomewhere(url: string, binding: unknown): boolean {
  if (binding === 'GRPC') return true;
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The dialect that a version number stands for. Cards on a 0.3 wire are seen to say 0.1.0 or 0.2.0. */
function dialectOf(version: string): Dialect | undefined {
  const [major, minor] = version.split('.', 2);
  if (major === '1') return '1.0';
  if (major !== '0') return undefined;
  return minor === '2' || minor === '1' ? '0.2' : '0.3';
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function modes(raw: JsonObject, defaults: string, ofSkill: string): readonly string[] {
  const all = [raw[defaults], ...asList(raw['skills']).map((skill) => asObject(skill)?.[ofSkill])];
  const texts = all.flatMap((list) => asList(list)).filter((mode) => typeof mode === 'string');
  return [...new Set(texts.map((mode) => withoutParameters(mode)))];
}
