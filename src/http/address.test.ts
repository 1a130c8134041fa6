import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AddressKind, addressKind, canonicalAddress } from './address.ts';

const known: Record<AddressKind, readonly string[]> = {
  public: [
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.128.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ],
  loopback: ['127.0.0.1', '127.255.255.255', '0.0.0.0', '0.1.2.3', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fdff::1', 'fec0::1'],
  'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  metadata: [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'FD00:0EC2:0:0:0:0:0:0254',
  ],
  reserved: [
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    '4000::1',
    'ff02::1',
    '100::1',
  ],
};
for (const [kind, addresses] of Object.entries(known)) {
  test(`${kind}: ${addresses.join(', ')}`, () => {
    for (const address of addresses) assert.equal(addressKind(address), kind, address);
  });
}

const octet = fc.nat({ max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
const ipv6 = fc.ipV6();

test('an IPv4 address hides behind no IPv6 spelling', () => {
  fc.assert(
    fc.property(ipv4, (address) => {
      const [a, b, c, d] = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
      for (const alias of [
        `::ffff:${address}`,
        `::FFFF:${a}${b}:${c}${d}`,
        `0:0:0:0:0:ffff:${a}${b}:${c}${d}`,
        `64:ff9b::${a}${b}:${c}${d}`,
      ]) {
        assert.equal(addressKind(alias), addressKind(address), alias);
        assert.equal(canonicalAddress(alias), address, alias);
      }
      // Deprecated ways of wrapping it lead nowhere at all.
      for (const alias of [`::${a}${b}:${c}${d}`, `2002:${a}${b}:${c}${d}::`, `::ffff:0:${a}${b}:${c}${d}`]) {
        assert.notEqual(addressKind(alias), 'public', alias);
      }
    }),
  );
});

test('what URLs make of a literal is of the same kind', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6), (address) => {
      const { hostname } = new URL(isIP(address) === 6 ? `http://[${address}]` : `http://${address}`);
      const literal = hostname.replace(/^\[|\]$/g, '');
      assert.equal(addressKind(literal), addressKind(address));
      assert.equal(canonicalAddress(literal), canonicalAddress(address));
    }),
  );
});

test('the canonical text is canonical, and of the same kind', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6), (address) => {
      const canonical = canonicalAddress(address);
      assert.ok(canonical !== undefined && isIP(canonical) !== 0);
      assert.equal(canonicalAddress(canonical), canonical);
      assert.equal(addressKind(canonical), addressKind(address));
    }),
  );
});

test('IPv6 outside of global unicast space is never public', () => {
  fc.assert(
    fc.property(ipv6, (address) => {
      const first = Number.parseInt(address.split(':')[0] ?? '', 16) || 0;
      const global = first >= 0x2000 && first <= 0x3fff;
      fc.pre(!global && canonicalAddress(address)?.includes('.') === false);
      assert.notEqual(addressKind(address), 'public');
    }),
  );
});

test('anything that is not a literal is reserved, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('0x7f.1', '127.1', '2130706433', '0177.0.0.1', '[::1]', '1.1.1.1 ')),
      (text) => {
        fc.pre(isIP(text) === 0);
        assert.equal(addressKind(text), 'reserved');
        assert.equal(canonicalAddress(text), undefined);
      },
    ),
  );
});
