import { asList, asObject, asText, type JsonObject } from '../protocol/json.ts';

/** A way to authenticate that a card names (§4.5), read from either layout. */
export type SecurityScheme = { readonly name: string } & (
  | { readonly kind: 'http'; readonly scheme: string; readonly bearerFormat: string | undefined }
  | { readonly kind: 'apiKey'; readonly in: string; readonly parameter: string }
  | { readonly kind: 'oauth2'; readonly flows: readonly string[]; readonly metadataUrl: string | undefined }
  | { readonly kind: 'openIdConnect'; readonly url: string }
  | { readonly kind: 'mutualTLS' }
  | { readonly kind: 'unknown' }
);
export type SecuritySchemeKind = SecurityScheme['kind'];

/** One way in: every scheme of it is needed, with these scopes. One without schemes lets anybody call. */
export interface SecurityRequirement {
  readonly schemes: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}

/** The names that 1.0 wraps a scheme in, and what `type` was in OpenAPI's way of writing, which came before. */
const KINDS: Readonly<Record<string, SecuritySchemeKind>> = {
  httpAuthSecurityScheme: 'http',
  apiKeySecurityScheme: 'apiKey',
  oauth2SecurityScheme: 'oauth2',
  openIdConnectSecurityScheme: 'openIdConnect',
  mtlsSecurityScheme: 'mutualTLS',
  http: 'http',
  apiKey: 'apiKey',
  oauth2: 'oauth2',
  openIdConnect: 'openIdConnect',
  mutualTLS: 'mutualTLS',
};

/** Reads `securitySchemes`, in the order of the card. */
export function readSecuritySchemes(value: unknown): readonly SecurityScheme[] {
  return Object.entries(asObject(value) ?? {}).map(([name, scheme]) => readScheme(name, asObject(scheme) ?? {}));
}

function readScheme(name: string, scheme: JsonObject): SecurityScheme {
  const wrapper = Object.keys(scheme).find((key) => key.endsWith('SecurityScheme'));
  const kind = own(KINDS, wrapper ?? asText(scheme['type']) ?? '') ?? 'unknown';
  const inner = wrapper === undefined ? scheme : (asObject(scheme[wrapper]) ?? {});
  switch (kind) {
    case 'http':
      return { name, kind, scheme: asText(inner['scheme']) ?? '', bearerFormat: asText(inner['bearerFormat']) };
    case 'apiKey':
      return {
        name,
        kind,
        in: asText(inner['location']) ?? asText(inner['in']) ?? '',
        parameter: asText(inner['name']) ?? '',
      };
    case 'oauth2':
      return {
        name,
        kind,
        flows: Object.keys(asObject(inner['flows']) ?? {}),
        metadataUrl: asText(inner['oauth2MetadataUrl']),
      };
    case 'openIdConnect':
      return { name, kind, url: asText(inner['openIdConnectUrl']) ?? '' };
    default:
      return { name, kind };
  }
}

/**
 * Reads a list of alternatives from either layout; `undefined` where the card has no such list, which is not the same
 * as an empty one for a skill that overrides its card.
 */
export function readSecurityRequirements(value: unknown): readonly SecurityRequirement[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry) => {
    const item = asObject(entry);
    if (item === undefined) return [];
    const wrapped = asObject(item['schemes']);
    const schemes = Object.entries(wrapped ?? item).map(([name, scopes]) => ({
      name,
      scopes: asList(asObject(scopes)?.['list'] ?? scopes).filter((scope) => typeof scope === 'string'),
    }));
    return [{ schemes }];
  });
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
