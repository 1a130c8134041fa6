import { card, type Family, type Variant, verdicts } from './variant.ts';

const KINDS = ['quick', 'prefers', 'needs', 'long', 'talk'] as const;
type Kind = (typeof KINDS)[number];

const SCHEMES = {
  certificate: { mtlsSecurityScheme: {} },
  token: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
  key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
};
type Scheme = keyof typeof SCHEMES;

const asking = (...alternatives: readonly (readonly Scheme[])[]) => ({
  securitySchemes: Object.fromEntries(alternatives.flat().map((name) => [name, SCHEMES[name]])),
  securityRequirements: alternatives.map((names) => ({
    schemes: Object.fromEntries(names.map((name) => [name, { list: [] }])),
  })),
});

const BASE = {
  name: 'Ledger agent',
  description: 'Books things.',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://ledger.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['application/json', 'text/plain'],
  defaultOutputModes: ['application/json', 'text/plain'],
  skills: [{ id: 'book', name: 'Book', description: 'Books.', tags: ['ledger'] }],
};

const variant = (what: string, members: object, decisions: string): Variant<Kind> => ({
  what,
  card: card({ ...BASE, ...members }),
  verdicts: verdicts(KINDS, decisions),
});

/**
 * An agent that lets nobody in without a certificate, and a client that has one, with a listener that can't check any.
 */
export const MUTUAL_TLS: Family<Kind> = {
  kinds: {
    quick: { what: 'nothing in particular', task: {} },
    prefers: { what: 'push preferred', task: { prefers: ['push'] } },
    needs: { what: 'push needed', task: { needs: ['push'] } },
    long: { what: 'eight hours', task: { maxDurationMs: 8 * 3_600_000 } },
    talk: { what: 'several turns in text', task: { input: ['text/plain'], needs: ['multi-turn', 'cancel'] } },
  },
  profile: {
    credentials: { mutualTLS: 'file:client.pem', bearer: 'env:TOKEN' },
    push: { url: 'https://hooks.example/a2a', tls: 'server', auth: ['Bearer'] },
  },
  variants: [
    variant('as it was met: a certificate, and push', asking(['certificate']), 'accept degrade refuse accept accept'),
    variant('a certificate or a token', asking(['certificate'], ['token']), 'accept accept accept accept accept'),
    variant('a certificate and a token', asking(['certificate', 'token']), 'accept degrade refuse accept accept'),
    variant('a token, and push', asking(['token']), 'accept accept accept accept accept'),
    variant(
      'a certificate, push denied',
      { ...asking(['certificate']), capabilities: { streaming: true } },
      'accept degrade refuse accept accept',
    ),
    variant(
      'a certificate, push, and no streaming',
      { ...asking(['certificate']), capabilities: { streaming: false, pushNotifications: true } },
      'accept degrade refuse refuse accept',
    ),
    variant(
      'a token, push, and no streaming',
      { ...asking(['token']), capabilities: { streaming: false, pushNotifications: true } },
      'accept accept accept accept accept',
    ),
    variant(
      'the layout of 0.3',
      {
        supportedInterfaces: undefined,
        url: 'https://ledger.example/a2a',
        protocolVersion: '0.3.0',
        preferredTransport: 'JSONRPC',
        securitySchemes: { certificate: { type: 'mutualTLS' } },
        security: [{ certificate: [] }],
      },
      'accept degrade refuse accept accept',
    ),
    variant(
      'a certificate for its only skill alone',
      {
        securitySchemes: { certificate: SCHEMES.certificate },
        skills: [{ ...BASE.skills[0], securityRequirements: [{ schemes: { certificate: { list: [] } } }] }],
      },
      'accept degrade refuse accept accept',
    ),
    variant(
      'a certificate, and for its only skill a key that the client has not',
      {
        ...asking(['certificate']),
        skills: [{ ...BASE.skills[0], securityRequirements: [{ schemes: { key: { list: [] } } }] }],
      },
      'refuse refuse refuse refuse refuse',
    ),
    variant(
      'a key that the client has not, or a certificate',
      asking(['key'], ['certificate']),
      'accept accept accept accept accept',
    ),
  ],
};
