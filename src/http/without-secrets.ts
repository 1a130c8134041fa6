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
