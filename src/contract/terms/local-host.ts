/** Names and addresses that only a network of its own knows. */
const LOCAL =
  /^(localhost|.*\.(localhost|local|internal|lan|home|intranet)|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[f[cd][0-9a-f:]+\]|\[fe80:[0-9a-f:]+\])$/i;

/**
 * Whether a URL, or a host with its port, leads to a loopback, private or link-local address, or to a name that only a
 * network of its own knows. By its spelling alone: nothing is looked up.
 */
export function isLocal(url: string): boolean {
  const host = URL.canParse(url) && url.includes('//') ? new URL(url).hostname : url.replace(/:\d+$/, '');
  return LOCAL.test(host) || (host !== '' && !host.includes('.') && !host.startsWith('['));
}
