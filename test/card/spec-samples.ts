import type { JsonObject } from '../../src/protocol/json.ts';

const ROUTE = {
  id: 'find-route',
  name: 'Route finder',
  description: 'Finds the shortest way between two places (with traffic, closures and wishes, e.g. no ferries).',
  tags: ['maps', 'traffic'],
  examples: ['From the old harbour to the airport without tolls.', '{"from": [37.4, -122.1], "avoid": ["ferries"]}'],
  inputModes: ['application/json', 'text/plain'],
  outputModes: ['application/json', 'application/vnd.geo+json', 'text/html'],
};
const MAP = {
  id: 'draw-map',
  name: 'Map maker',
  description: 'Draws a map with marked places and data layers.',
  tags: ['maps', 'drawing'],
  examples: ['Mark every café within a mile.'],
  inputModes: ['application/json'],
  outputModes: ['image/png', 'image/jpeg', 'application/json', 'text/html'],
};
const COMMON = {
  name: 'Route planner',
  description: 'Plans routes, watches traffic and draws maps.',
  provider: { organization: 'Example Maps', url: 'https://www.maps.example' },
  iconUrl: 'https://route.example.com/icon.png',
  version: '1.2.0',
  documentationUrl: 'https://docs.maps.example/route/api',
  defaultInputModes: ['application/json', 'text/plain'],
  defaultOutputModes: ['application/json', 'image/png'],
  skills: [ROUTE, MAP],
};
const OPEN_ID = 'https://accounts.example.com/.well-known/openid-configuration';

/** The sample cards of the specification's texts, in their shape and with other words: 1.0 §8.5, 0.3 §5.7, 0.2 §5.6. */
export const SPEC_SAMPLES: Readonly<Record<string, JsonObject>> = {
  '1.0': {
    ...COMMON,
    supportedInterfaces: [
      { url: 'https://route.example.com/a2a/v1', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: 'https://route.example.com/a2a/grpc', protocolBinding: 'GRPC', protocolVersion: '1.0' },
      { url: 'https://route.example.com/a2a/json', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    securitySchemes: { accounts: { openIdConnectSecurityScheme: { openIdConnectUrl: OPEN_ID } } },
    securityRequirements: [{ schemes: { accounts: { list: ['openid', 'profile', 'email'] } } }],
    signatures: [
      {
        protected: Buffer.from(
          JSON.stringify({ alg: 'ES256', typ: 'JOSE', kid: 'key-1', jku: 'https://example.com/agent/jwks.json' }),
        ).toString('base64url'),
        signature: Buffer.alloc(64, 7).toString('base64url'),
      },
    ],
  },
  '0.3': {
    ...COMMON,
    protocolVersion: '0.2.9',
    url: 'https://route.example.com/a2a/v1',
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [
      { url: 'https://route.example.com/a2a/v1', transport: 'JSONRPC' },
      { url: 'https://route.example.com/a2a/grpc', transport: 'GRPC' },
      { url: 'https://route.example.com/a2a/json', transport: 'HTTP+JSON' },
    ],
    capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
    securitySchemes: { accounts: { type: 'openIdConnect', openIdConnectUrl: OPEN_ID } },
    security: [{ accounts: ['openid', 'profile', 'email'] }],
    supportsAuthenticatedExtendedCard: true,
  },
  '0.2': {
    ...COMMON,
    protocolVersion: '0.2.9',
    url: 'https://route.example.com/a2a/v1',
    capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
    securitySchemes: { accounts: { type: 'openIdConnect', openIdConnectUrl: OPEN_ID } },
    security: [{ accounts: ['openid', 'profile', 'email'] }],
    supportsAuthenticatedExtendedCard: true,
  },
};

const SDK = {
  name: 'Sample agent',
  description: 'Shows how an agent is made (sends `working`, then an artifact, then `completed`).',
  provider: { organization: 'Samples', url: 'https://example.com/samples' },
  version: '1.0.0',
  capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ['text'],
  defaultOutputModes: ['text', 'task-status'],
  skills: [
    {
      id: 'sample',
      name: 'Sample',
      description: 'Answers.',
      tags: ['sample'],
      examples: ['hi'],
      inputModes: ['text'],
      outputModes: ['text', 'task-status'],
      securityRequirements: [],
    },
  ],
  documentationUrl: '',
  signatures: [],
};

function at(protocolVersion: string, ...entries: readonly (readonly [string, string])[]): readonly JsonObject[] {
  return entries.map(([url, protocolBinding]) => ({ url, protocolBinding, tenant: '', protocolVersion }));
}

const THREE = [
  ['http://localhost:41241/a2a/jsonrpc', 'JSONRPC'],
  ['http://localhost:41241/a2a/rest', 'HTTP+JSON'],
  ['localhost:41242', 'GRPC'],
] as const;

/** The cards of the JavaScript SDK's sample agents, in their shape; their modes are no media types in the original too. */
export const SDK_SAMPLES: Readonly<Record<string, JsonObject>> = {
  'one interface': { ...SDK, supportedInterfaces: at('1.0', ['http://localhost:41241/', 'JSONRPC']) },
  'three bindings': { ...SDK, supportedInterfaces: at('1.0', ...THREE) },
  'two versions': { ...SDK, supportedInterfaces: [...at('1.0', ...THREE), ...at('0.3', ...THREE)] },
};
