import { didYouMean } from '../../options/did-you-mean.ts';
import { UsageError } from '../usage-error.ts';

/** A field name (RFC 9110 §5.1), a colon, and a value of printable characters. */
const FIELD = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*([\t\x20-\x7e\x80-\xff]*?)\s*$/;

/**
 * The headers that go with every request.
 *
 * @param given as `Name: value`
 * @param bearer a token, or `env:NAME` for the one in that environment variable
 * @throws UsageError without any value in its message, since values are secrets
 */
export function readHeaders(
  given: readonly string[],
  bearer: string | undefined,
  env: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const text of given) {
    const [, name, value] = FIELD.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError("A header is given as 'Name: value'. This one isn't, or holds a character that none can.");
    }
    headers[name.toLowerCase()] = value;
  }
  if (bearer === undefined) return headers;
  if ('authorization' in headers) throw new UsageError('Give either --bearer or an Authorization header, not both.');
  return { ...headers, authorization: `Bearer ${tokenOf(bearer, env)}` };
}

function tokenOf(bearer: string, env: NodeJS.ProcessEnv): string {
  if (/^file:/i.test(bearer)) throw new UsageError('--bearer takes a token, or env:NAME, and no file.');
  const variable = /^env:(.*)$/is.exec(bearer)?.[1];
  const token = variable === undefined ? bearer : env[variable];
  if (token === undefined || token === '') {
    throw new UsageError(
      variable === undefined
        ? 'The bearer token is empty.'
        : `The environment variable ${variable} holds no token.${didYouMean(variable, Object.keys(env))}`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The bearer token holds a character that no token can.');
  return token;
}
