import { hostKind } from '../../card/rules/host-kind.ts';

/**
 * Whether a URL, or a host with its port as gRPC names it, leads to a loopback, private or link-local address, or to a
 * name that only a network of its own knows. By its spelling alone: nothing is looked up.
 */
export function isLocal(url: string): boolean {
  const whole = url.includes('//') ? url : `https://${url}`;
  return URL.canParse(whole) && hostKind(whole) !== 'public';
}
