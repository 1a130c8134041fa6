import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { failureOf } from '../../test/support/failure-of.ts';
import { rawPeer, response } from '../../test/support/raw-peer.ts';
import { anyAddress } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';

/** What keeps the process alive, apart from what was there before. */
function activeResources(before: readonly string[] = []): string[] {
  const rest = [...before];
  return process.getActiveResourcesInfo().filter((name) => {
    const known = rest.indexOf(name);
    if (known !== -1) rest.splice(known, 1);
    return known === -1 && name !== 'Immediate';
  });
}

test('after all kinds of use, closing leaves no socket and no timer', async () => {
  const before = process.getActiveResourcesInfo();
  const peer = await rawPeer({
    asked: (socket, head) => {
      if (head.includes('/drop')) socket.destroy();
      else if (!head.includes('/mute')) socket.write(response('ok'));
    },
  });
  const client = createHttpClient({ allow: anyAddress });
  const at = (path: string) => ({ url: `${peer.origin}${path}`, idleTimeoutMs: 10_000 });
  await Promise.all(Array.from({ length: 5 }, () => client.request(at('/ok'))));
  await failureOf(client.request(at('/drop')));
  await failureOf(client.request({ ...at('/mute'), headersTimeoutMs: 10 }));
  await failureOf(client.request({ ...at('/mute'), signal: AbortSignal.timeout(10) }));
  await failureOf(client.request({ url: `https://127.0.0.1:${peer.port}`, connectTimeoutMs: 20 }));
  (await client.open(at('/ok'))).close();
  await (await client.open(at('/ok'))).collect();
  const unread = await client.open(at('/ok'));
  assert.equal(unread.status, 200);
  const pending = [failureOf(client.request(at('/mute'))), failureOf(client.open(at('/mute')))];
  await turn();
  await client.close();
  await Promise.all(pending);
  await peer.idle();
  await peer.close();
  // The peer's own server needs a few turns to be gone.
  for (let i = 0; i < 5; i++) await turn();
  assert.deepEqual(activeResources(before), []);
});

test('an idle client does not keep the process alive', async () => {
  const peer = await rawPeer({ asked: (socket) => socket.write(response('ok')) });
  const before = process.getActiveResourcesInfo();
  const client = createHttpClient({ allow: anyAddress });
  await client.request({ url: peer.origin });
  await turn();
  const kept = activeResources(before);
  // The one connection that is left is the peer's own end, in this same process.
  assert.deepEqual(kept, ['TCPSocketWrap']);
  await client.close();
  await peer.close();
});

test('an aborted exchange frees the connection of its own and no other', async () => {
  const peer = await rawPeer({
    asked: (socket, head) => {
      if (!head.includes('/mute')) socket.write(response('ok'));
    },
  });
  const client = createHttpClient({ allow: anyAddress });
  const controller = new AbortController();
  const aborted = failureOf(client.request({ url: `${peer.origin}/mute`, signal: controller.signal }));
  await client.request({ url: peer.origin });
  assert.equal(peer.accepted(), 2);
  controller.abort();
  await aborted;
  await client.request({ url: peer.origin });
  assert.equal(peer.accepted(), 2);
  await client.close();
  await peer.close();
});

test('one signal may serve any number of exchanges, and is let go after each', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error): void => void warnings.push(warning);
  process.on('warning', keep);
  const peer = await rawPeer({ asked: (socket) => socket.write(response('ok')) });
  const client = createHttpClient({ allow: anyAddress });
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, args);
  };
  await Promise.all(Array.from({ length: 30 }, () => client.request({ url: peer.origin, signal })));
  await turn();
  assert.equal(listeners, 0);
  assert.deepEqual(warnings, []);
  process.off('warning', keep);
  await client.close();
  await peer.close();
});
