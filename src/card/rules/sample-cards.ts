import type { JsonObject } from '../../protocol/json.ts';

const SKILL = { id: 'translate', name: 'Translate', description: 'Translates texts.', tags: ['language'] };

const COMMON = {
  name: 'Translator',
  description: 'Translates texts between languages.',
  version: '2.1.0',
  capabilities: { streaming: true, pushNotifications: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [SKILL],
};

/** A sound card of 1.0 with some of its members replaced; those that are `undefined` are left out. */
export function newCard(changes: JsonObject = {}): JsonObject {
  return present({
    ...COMMON,
    supportedInterfaces: [
      { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: 'https://agent.example/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ],
    ...changes,
  });
}

/** A sound card of 0.3 with some of its members replaced; those that are `undefined` are left out. */
export function oldCard(changes: JsonObject = {}): JsonObject {
  return present({
    ...COMMON,
    protocolVersion: '0.3.0',
    url: 'https://agent.example/a2a',
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url: 'https://agent.example/a2a', transport: 'JSONRPC' }],
    ...changes,
  });
}

/** The skill of both, with some of its members replaced. */
export function skill(changes: JsonObject = {}): JsonObject {
  return present({ ...SKILL, ...changes });
}

/** One interface of a card of 1.0. */
export function interfaceAt(url: string, protocolBinding = 'JSONRPC', protocolVersion = '1.0'): JsonObject {
  return { url, protocolBinding, protocolVersion };
}

function present(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
