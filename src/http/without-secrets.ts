/** A URL fit to be shown: without user name, password, query and fragment, any of which can hold a secret. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
  const shown = new URL(url);
  if (shown.username + shown.password + shown.search + shown.hash === '') return url;
  shown.username = '';
  shown.password = '';
  const hidden = shown.search !== '';
  shown.search = '';
  shown.hash = '';
  return hidden ? `${shown.href}?…` : shown.href;
}

/** A URL in a text or in JSON, where a slash or an ampersand may be escaped. No scheme is longer than that. */
const URL_IN_TEXT = /\b[a-z][a-z0-9+.-]{0,30}:(?:\/|\\\/|\\u002f){2}(?:\\\/|\\u[0-9a-f]{4}|[^\s"'<>`“”\\])+/gi;

const SLASH_IN_JSON = /\\(?:\/|u002f)/gi;

/** What ends the sentence, not the URL. */
const PUNCTUATION: ReadonlySet<string | undefined> = new Set('.,;:!?)]}');

/** A text in which each URL is as {@link withoutSecrets} shows it. */
export function urlsWithoutSecrets(text: string): string {
  return text.replace(URL_IN_TEXT, (found) => {
    let end = found.length;
    while (PUNCTUATION.has(found[end - 1])) end--;
    return `${withoutSecrets(found.slice(0, end).replace(SLASH_IN_JSON, '/'))}${found.slice(end)}`;
  });
}
