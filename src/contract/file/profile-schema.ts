import { BINDINGS, DIALECTS } from '../../protocol/operation.ts';
import { ACQUIRABLE } from '../profile.ts';
import { DURATION_PATTERN } from './duration.ts';
import { MEDIA_TYPES, oneOf, someOf } from './schema-parts.ts';

/** The JSON Schema of a profile file. */
export const PROFILE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Probity profile',
  description: 'What this client can do, whatever the agent. A member that is left out has its default.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'For editors.' },
    bindings: { ...someOf(BINDINGS), description: 'Protocol bindings that are spoken. Default: JSONRPC, HTTP+JSON.' },
    versions: { ...someOf(DIALECTS), description: 'Protocol versions that are spoken. Default: all three.' },
    input: { ...MEDIA_TYPES, description: 'Media types that the client can put into a message. Default: any.' },
    output: { ...MEDIA_TYPES, description: 'Media types that the client can take as a result. Default: any.' },
    credentials: {
      type: 'object',
      additionalProperties: { type: 'string', pattern: '^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$' },
      description:
        'Credentials held, by the name of a security scheme in the card or by its kind (bearer, basic, apiKey, oauth2, openIdConnect, mutualTLS). Each says where it is to be had: env:NAME or file:PATH.',
    },
    extensions: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'URIs of the extensions that the client understands. Default: none.',
    },
    push: {
      type: 'object',
      additionalProperties: false,
      required: ['url'],
      properties: {
        url: { type: 'string', pattern: '^https?://\\S+$', description: 'Where the client takes call-backs.' },
        tls: { ...oneOf(['server', 'mutual']), description: 'mutual: it can check a certificate. Default: server.' },
        auth: {
          type: 'array',
          items: { type: 'string', minLength: 1 },
          description: 'HTTP authentication schemes that it can check. Default: Bearer.',
        },
      },
      description: 'The listener for push notifications. Default: none.',
    },
    blockingLimit: {
      type: 'string',
      pattern: DURATION_PATTERN,
      description: 'The longest that the client waits for one answer. Default: 30s.',
    },
    pollBudget: {
      type: 'string',
      pattern: DURATION_PATTERN,
      description: 'The longest that a task may be followed by reads alone. Default: 1h.',
    },
    signatures: {
      ...oneOf(['off', 'if-present', 'required']),
      description: 'What is asked of signatures. Default: if-present.',
    },
    acquirable: {
      ...someOf(ACQUIRABLE),
      description: 'Members that the client could widen on demand: an agent is then deferred instead of refused.',
    },
  },
} as const;
