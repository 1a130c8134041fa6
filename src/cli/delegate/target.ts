import { withoutSecrets } from '../../http/without-secrets.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The URL of an agent or its card, as somebody typed it.
 *
 * @throws UsageError saying what was probably meant
 */
export function readTarget(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) {
    const { username, password } = new URL(text);
    if (`${username}${password}` === '') return text;
    throw new UsageError(
      "A URL is shown in places, so it holds no password here. Give it as a header: -H 'Authorization: Basic …'",
    );
  }
  const scheme = /^(localhost|127\.|\[?::1)/.test(text) ? 'http' : 'https';
  const meant = `${scheme}://${text}`;
  const advice = /^[a-z]+:\/\//i.test(text) || !URL.canParse(meant) ? 'It begins with https:// or http://.' : '';
  throw new UsageError(
    `${withoutSecrets(text)} is no URL of an agent. ${advice || `Did you mean ${withoutSecrets(meant)}?`}`,
  );
}
