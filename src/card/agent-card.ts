import { asList, asObject, asText, type JsonObject } from '../protocol/json.ts';
import { BINDINGS, type Binding, type Dialect } from '../protocol/operation.ts';
import { type AgentSkill, distinctModes, readAgentSkills, readModes } from './agent-skill.ts';
import {
  readSecurityRequirements,
  readSecuritySchemes,
  type SecurityRequirement,
  type SecurityScheme,
} from './security.ts';

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
  /** Where in the card it is, as a JSON Pointer to its URL. */
  readonly pointer: string;
}

/** The capabilities that a card declares or denies; `undefined` where it says nothing (§4.4.3). */
export interface Capabilities {
  readonly streaming: boolean | undefined;
  readonly pushNotifications: boolean | undefined;
  readonly stateTransitionHistory: boolean | undefined;
  readonly extendedAgentCard: boolean | undefined;
  readonly requiredExtensions: readonly string[];
  readonly extensions: readonly AgentExtension[];
}

/** An extension of the protocol that an agent takes part in (§4.4.4). */
export interface AgentExtension {
  readonly uri: string;
  /** Whether a client that doesn't know it must stay away. */
  readonly required: boolean;
  readonly params: JsonObject | undefined;
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
  /** What holds for skills that name none of their own; as the card spells them. */
  readonly defaultInputModes: readonly string[];
  readonly defaultOutputModes: readonly string[];
  readonly skills: readonly AgentSkill[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** Any one of these lets a caller in. None at all: the card says nothing, so anybody may call. */
  readonly security: readonly SecurityRequirement[];
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
  const extensions = asList(capabilities['extensions']).flatMap(readExtension);
  const skills = readAgentSkills(raw['skills']);
  const defaultInputModes = readModes(raw['defaultInputModes']) ?? [];
  const defaultOutputModes = readModes(raw['defaultOutputModes']) ?? [];
  return {
    name: asText(raw['name']) ?? '',
    version: asText(raw['version']),
    interfaces,
    capabilities: {
      streaming: asFlag(capabilities['streaming']),
      pushNotifications: asFlag(capabilities['pushNotifications']),
      stateTransitionHistory: asFlag(capabilities['stateTransitionHistory']),
      extendedAgentCard: asFlag(capabilities['extendedAgentCard']) ?? asFlag(raw['supportsAuthenticatedExtendedCard']),
      requiredExtensions: extensions.filter(({ required }) => required).map(({ uri }) => uri),
      extensions,
    },
    inputModes: distinctModes([defaultInputModes, ...skills.map((skill) => skill.inputModes)]),
    outputModes: distinctModes([defaultOutputModes, ...skills.map((skill) => skill.outputModes)]),
    defaultInputModes,
    defaultOutputModes,
    skills,
    securitySchemes: readSecuritySchemes(raw['securitySchemes']),
    security: readSecurityRequirements(raw['securityRequirements'] ?? raw['security']) ?? [],
    defaultTimeout: typeof timeout === 'number' && timeout > 0 ? timeout : undefined,
    raw,
  };
}

function readExtension(value: unknown): readonly AgentExtension[] {
  const entry = asObject(value);
  const uri = asText(entry?.['uri']);
  return uri === undefined
    ? []
    : [{ uri, required: entry?.['required'] === true, params: asObject(entry?.['params']) }];
}

function readInterfaces(raw: JsonObject): readonly AgentInterface[] {
  const listed = asList(raw['supportedInterfaces']).flatMap((entry, index) => {
    const item = asObject(entry);
    if (item === undefined) return [];
    const { url, protocolBinding, protocolVersion = '1.0', tenant } = item;
    return interfaceOf(url, protocolBinding, protocolVersion, tenant, `/supportedInterfaces/${index}/url`);
  });
  if (listed.length === 0) return readOldInterfaces(raw);
  // A card of both layouts may name a way in its older one that a client of 1.0 can't see, but that is there.
  const known = new Set(listed.map(({ url, protocolBinding }) => `${protocolBinding} ${url}`));
  const others = readOldInterfaces(raw).filter(({ url, protocolBinding }) => !known.has(`${protocolBinding} ${url}`));
  return [...listed, ...others];
}

/** The interfaces that the layout before 1.0 names: the main one first, each once. */
export function readOldInterfaces(raw: JsonObject): readonly AgentInterface[] {
  // The number became a required field only in 0.2.5.
  const version = raw['protocolVersion'] ?? '0.2';
  const main = interfaceOf(raw['url'], raw['preferredTransport'] ?? 'JSONRPC', version, undefined, '/url');
  const others = asList(raw['additionalInterfaces']).flatMap((entry, index) => {
    const item = asObject(entry);
    if (item === undefined) return [];
    return interfaceOf(item['url'], item['transport'], version, undefined, `/additionalInterfaces/${index}/url`);
  });
  const known = new Set<string>();
  return [...main, ...others].filter(({ url, protocolBinding }) => {
    const key = `${protocolBinding} ${url}`;
    return known.has(key) ? false : known.add(key);
  });
}

function interfaceOf(
  url: unknown,
  binding: unknown,
  version: unknown,
  tenant: unknown,
  pointer: string,
): readonly AgentInterface[] {
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
      pointer,
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
