import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKind } from './address.ts';
import { type AddressPolicy, allowHostOf, allowHosts, anyAddress, anyOf, publicOnly } from './address-policy.ts';

const allows = (policy: AddressPolicy, hostname: string, address = hostname): boolean =>
  policy(hostname, address, addressKind(address));

test('publicOnly lets public addresses through and nothing else', () => {
  assert.equal(allows(publicOnly, 'agent.example', '1.1.1.1'), true);
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.1.1', '224.0.0.1', '::1', 'fd00::1']) {
    assert.equal(allows(publicOnly, 'agent.example', address), false, address);
  }
});

test('anyAddress stops only at what nobody can connect to', () => {
  assert.equal(allows(anyAddress, '10.0.0.1'), true);
  assert.equal(allows(anyAddress, '224.0.0.1'), false);
});

test('allowHosts opens private addresses for the hosts it names, however they are spelled', () => {
  const policy = allowHosts(['Agent.Internal', '[fd00::1]']);
  assert.equal(allows(policy, 'agent.internal.', '10.0.0.1'), true);
  assert.equal(allows(policy, 'fd00::1'), true);
  assert.equal(allows(policy, 'other.internal', '10.0.0.1'), false);
  assert.equal(allows(policy, 'other.example', '1.1.1.1'), true);
});

test('allowHostOf follows a typed host, and no other, into a private network', () => {
  const policy = allowHostOf('http://agent.internal:8080/card');
  assert.equal(allows(policy, 'agent.internal', '10.0.0.1'), true);
  assert.equal(allows(policy, 'evil.internal', '10.0.0.1'), false);
  assert.equal(allows(policy, '10.0.0.1'), false);
  assert.equal(allows(policy, 'localhost', '127.0.0.1'), false);
  assert.equal(allows(policy, 'agent.example', '1.1.1.1'), true);
  assert.equal(allows(policy, 'agent.internal', '224.0.0.1'), false);
});

test('allowHostOf knows loopback by all of its names, but not a stranger that leads there', () => {
  for (const typed of [
    'http://localhost:9000',
    'http://127.0.0.1',
    'http://[::1]',
    'http://lab.localhost',
    'http://0.0.0.0',
  ]) {
    const policy = allowHostOf(typed);
    for (const [host, address] of [
      ['localhost', '::1'],
      ['127.0.0.1', '127.0.0.1'],
      ['::1', '::1'],
    ] as const) {
      assert.equal(allows(policy, host, address), true, `${typed} ${host}`);
    }
    assert.equal(allows(policy, 'evil.example', '127.0.0.1'), false, typed);
    assert.equal(allows(policy, '10.0.0.1'), false, typed);
  }
});

test('allowHostOf does not follow a host that was public before into a private network', () => {
  const policy = allowHostOf('https://agent.example');
  assert.equal(allows(policy, 'agent.example', '1.1.1.1'), true);
  assert.equal(allows(policy, 'agent.example', '127.0.0.1'), false);
  assert.equal(allows(policy, 'agent.example', '10.0.0.1'), false);
  assert.equal(allows(policy, 'agent.example', '1.1.1.1'), true);
});

test('anyOf asks every policy, so that each sees what there is to learn', () => {
  const policy = anyOf(publicOnly, allowHostOf('https://agent.example'));
  assert.equal(allows(policy, 'agent.example', '1.1.1.1'), true);
  assert.equal(allows(policy, 'agent.example', '127.0.0.1'), false);
  assert.equal(allows(anyOf(), 'agent.example', '1.1.1.1'), false);
});
