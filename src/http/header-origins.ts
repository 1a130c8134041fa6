/** Headers may hold credentials, so they go to origins that the caller named. The names of this machine are one host. */
export function mayHaveHeaders(url: string, origins: readonly string[]): boolean {
  return origins.some((origin) => URL.canParse(origin) && originOf(origin) === originOf(url));
}

function originOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return `${protocol}//${loopback ? 'localhost' : hostname}:${port}`;
}
