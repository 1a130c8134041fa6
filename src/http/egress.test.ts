import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { test } from 'node:test';
import { failureOf } from '../../test/support/failure-of.ts';
import { type RawPeer, rawPeer, response } from '../../test/support/raw-peer.ts';
import { allowHosts, anyAddress } from './address-policy.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';

/** A resolver that gives one answer after the other, and the last one for ever. */
function resolver(...answers: readonly (readonly string[])[]): LookupFunction {
  let nth = 0;
  return (_hostname, options, callback) => {
    const answer = answers[Math.min(nth++, answers.length - 1)] ?? [];
    const addresses: LookupAddress[] = answer.map((address) => ({ address, family: isIP(address) }));
    assert.equal(options.all, true);
    setImmediate(() => callback(null, addresses));
  };
}

const closing = (): Promise<RawPeer> =>
  rawPeer({ asked: (socket) => socket.end(response('reached', ['connection: close'])) });

async function refused(url: string, options: HttpClientOptions): Promise<void> {
  const client = createHttpClient(options);
  const error = await failureOf(client.request({ url }));
  assert.equal(error.code, 'address-refused', error.message);
  assert.equal(error.sent, false);
  await client.close();
}

test('by default a client reaches no address that is not public, by whatever spelling', async () => {
  const peer = await closing();
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0x7f.1',
    '2130706433',
    '0.0.0.0',
    '[::]',
  ]) {
    await refused(`http://${host}:${peer.port}`, {});
  }
  await refused(`http://evil.example:${peer.port}`, { lookup: resolver(['127.0.0.1']) });
  await refused(`https://evil.example:${peer.port}`, { lookup: resolver(['::ffff:127.0.0.1']) });
  assert.equal(peer.accepted(), 0);
  await peer.close();
});

test('a name is judged at each connection, so one that changes its mind is caught', async () => {
  const peer = await closing();
  // The first address stands for a public one.
  const client = createHttpClient({
    allow: (_hostname, address) => address === '127.0.0.1',
    lookup: resolver(['127.0.0.1'], ['127.0.0.2']),
  });
  const url = `http://agent.example:${peer.port}`;
  assert.equal((await client.request({ url })).body.toString(), 'reached');
  await peer.idle();
  assert.equal((await failureOf(client.request({ url }))).code, 'address-refused');
  await client.close();
  await peer.close();
});

test('of several addresses only those that are allowed are tried', async () => {
  const peer = await closing();
  const client = createHttpClient({
    allow: (_hostname, address) => address === '127.0.0.1',
    lookup: resolver(['10.0.0.1', '127.0.0.1']),
  });
  const answer = await client.request({ url: `http://agent.example:${peer.port}` });
  assert.equal(answer.remoteAddress, '127.0.0.1');
  await client.close();
  await peer.close();
});

test('metadata addresses stay shut under every policy, unless listed', async () => {
  for (const url of ['http://169.254.169.254/latest', 'http://[fd00:ec2::254]/', 'http://[::ffff:a9fe:a9fe]/']) {
    await refused(url, { allow: anyAddress });
    await refused(url, { allow: () => true });
  }
  await refused('http://meta.example', { allow: () => true, lookup: resolver(['169.254.169.254']) });
  const asked: string[] = [];
  const listed: HttpClientOptions = {
    exposedMetadata: ['169.254.169.254'],
    allow: (_hostname, address) => {
      asked.push(address);
      return false;
    },
  };
  await refused('http://[::ffff:a9fe:a9fe]/', listed);
  await refused('http://169.254.170.2/', listed);
  assert.deepEqual(asked, ['::ffff:a9fe:a9fe']);
});

test('the refusal says where the host leads', async () => {
  const client = createHttpClient({ allow: allowHosts(['other.example']), lookup: resolver(['10.0.0.1', 'fd00::1']) });
  const error = await failureOf(client.request({ url: 'http://agent.example/' }));
  assert.match(error.message, /^http:\/\/agent\.example leads to 10\.0\.0\.1 \(private\) and fd00::1 \(private\)/);
  await client.close();
});
