import { type AddressPolicy, anyAddress, publicOnly } from '../../http/address-policy.ts';
import { hostKind } from '../rules/host-kind.ts';

/**
 * Which addresses may be connected to while a card is looked for: public ones, and all others only with `allowPrivate`.
 * For a target on this machine that somebody typed its loopback addresses are implied; nothing that a card names or an
 * answer redirects to implies anything. Metadata services stay out of reach in any case.
 */
export function discoveryPolicy(target: string | undefined, allowPrivate = false): AddressPolicy {
  if (allowPrivate) return anyAddress;
  const typed = target !== undefined && URL.canParse(target) ? hostKind(target) : 'public';
  if (typed !== 'loopback') return publicOnly;
  return (_hostname, _address, kind) => kind === 'public' || kind === 'loopback';
}
