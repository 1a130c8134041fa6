import type { AgentCard } from '../card/agent-card.ts';
import type { SecurityScheme } from '../card/security.ts';
import { asObject, asText, type JsonObject } from '../protocol/json.ts';
import type { RequestFacts } from '../protocol/observation.ts';
import type { Dialect } from '../protocol/operation.ts';
import { headersOf, type TraceLine } from './trace-line.ts';

type Headers = ReturnType<typeof headersOf>;

/**
 * What a record is known to hold of the headers of requests. Records leave headers out, credentials above all: that one
 * request lacks what another one has is known only of a kind that was recorded with some request at all.
 */
export interface RecordedHeaders {
  /** The headers that credentials go by; none where they go by other ways as well. */
  readonly credentialHeaders: readonly string[];
  readonly credentials: boolean;
  readonly version: boolean;
  readonly extensions: boolean;
}

/** Finds out what kinds of headers were recorded. */
export function recordedHeaders(lines: readonly TraceLine[], card: AgentCard | undefined): RecordedHeaders {
  const requests = lines.filter(({ dir }) => dir === 'req').map(({ json }) => headersOf(json));
  const credentials = credentialHeaders(card?.securitySchemes ?? []);
  return {
    credentialHeaders: credentials,
    credentials: requests.some((headers) => bears(headers, credentials)),
    version: requests.some((headers) => bears(headers, ['a2a-version'])),
    extensions: requests.some((headers) => bears(headers, EXTENSIONS)),
  };
}

/** What a request is known not to have said, going by a `req` line that holds its headers. */
export function unsaid(json: JsonObject, dialect: Dialect, recorded: RecordedHeaders): RequestFacts {
  if (asObject(json['headers']) === undefined) return {};
  const headers = headersOf(json);
  const { credentialHeaders: ways } = recorded;
  const all = json['allHeaders'] === true;
  const named = /[?&]a2a-version=/i.test(asText(json['path']) ?? '');
  const unversioned = dialect === '1.0' && !named && !bears(headers, ['a2a-version']);
  return {
    ...((all || recorded.credentials) && ways.length > 0 && !bears(headers, ways) && { probe: 'anonymous' }),
    ...((all || recorded.version) && unversioned && { version: '' }),
    ...((all || recorded.extensions) && !bears(headers, EXTENSIONS) && { extensions: [] }),
  };
}

const EXTENSIONS = ['a2a-extensions', 'x-a2a-extensions'];

function bears(headers: Headers, names: readonly string[]): boolean {
  return names.some((name) => headers[name] !== undefined);
}

/** The headers by which callers may authenticate; none where some way is no header. */
function credentialHeaders(schemes: readonly SecurityScheme[]): readonly string[] {
  const names = schemes.map(headerOf);
  return names.includes(undefined) ? [] : names.filter((name) => name !== undefined);
}

function headerOf(scheme: SecurityScheme): string | undefined {
  switch (scheme.kind) {
    case 'http':
    case 'oauth2':
    case 'openIdConnect':
      return 'authorization';
    case 'apiKey':
      if (scheme.in === 'cookie') return 'cookie';
      return scheme.in === 'header' ? scheme.parameter.toLowerCase() : undefined;
    default:
      return undefined;
  }
}
