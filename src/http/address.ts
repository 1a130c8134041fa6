import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Where an address leads, seen from the machine that connects to it.
 * - `public`: globally routed unicast, and the only kind that a stranger may name.
 * - `loopback`: this machine, which the unspecified addresses reach as well.
 * - `private`: this network (RFC 1918, carrier NAT, unique local).
 * - `link-local`: this link.
 * - `metadata`: a cloud's instance metadata service, which hands out credentials to whoever asks.
 * - `reserved`: multicast, documentation, deprecated tunnels and all that is not assigned.
 */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'reserved';

const kindOfRange: Readonly<Record<string, AddressKind>> = {
  unicast: 'public',
  loopback: 'loopback',
  unspecified: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
};

// AWS, Azure, Google, DigitalOcean and others; ECS and EKS pod identity; Tencent; Scaleway; Alibaba;
// Azure's wire server (a public address by range); Oracle; and those that have an IPv6 form.
const metadataAddresses: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.0.23',
  '169.254.42.42',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:42::42',
]);

const globalUnicast = ipaddr.IPv6.parse('2000::');
const wellKnownNat64 = ipaddr.IPv6.parse('64:ff9b::');

/**
 * Brings an IP literal into one spelling: lower case, shortest form, no zone, and the IPv4 address
 * itself for an IPv6 address that stands for one (IPv4-mapped, or NAT64 by the well-known prefix).
 * Two spellings of one destination give one text. Anything but a literal gives undefined.
 */
export function canonicalAddress(literal: string): string | undefined {
  return parse(literal)?.toString();
}

/** Says where an IP literal leads. What isn't one is `reserved`, so that doubt never opens a door. */
export function addressKind(literal: string): AddressKind {
  const address = parse(literal);
  if (address === undefined) return 'reserved';
  if (metadataAddresses.has(address.toString())) return 'metadata';
  const kind = kindOfRange[address.range()] ?? 'reserved';
  if (kind === 'public' && address instanceof ipaddr.IPv6 && !address.match(globalUnicast, 3)) return 'reserved';
  return kind;
}

function parse(literal: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Octal, hexadecimal and short IPv4 forms never come out of a URL or a resolver; none is accepted.
  if (ipaddr.IPv4.isValidFourPartDecimal(literal)) return ipaddr.IPv4.parse(literal);
  const hexadecimal = literal.replace(dottedTail, (tail) => hexGroups(tail) ?? tail);
  if (!isIPv6(literal) || !ipaddr.IPv6.isValid(hexadecimal)) return undefined;
  const address = ipaddr.IPv6.parse(hexadecimal);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(wellKnownNat64, 96)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  return new ipaddr.IPv6(address.parts);
}

const dottedTail = /[\d.]+\.[\d.]+(?=%|$)/;

// The parser takes any dotted tail for an IPv4-mapped address, which "::127.0.0.1" is not.
function hexGroups(dotted: string): string | undefined {
  if (!ipaddr.IPv4.isValidFourPartDecimal(dotted)) return undefined;
  return Buffer.from(ipaddr.IPv4.parse(dotted).toByteArray())
    .toString('hex')
    .replace(/^(.{4})/, '$1:');
}
