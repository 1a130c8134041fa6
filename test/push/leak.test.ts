import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { codecFor } from '../../src/protocol/codec-for.ts';
import { pushListener } from '../../src/push/push-listener.ts';

it('leaves nothing behind when it is closed, even in the middle of a delivery', async () => {
  const before = process.getActiveResourcesInfo();
  const listener = await pushListener();
  const { registration } = listener.register({
    speaks: { codec: codecFor('1.0', 'JSONRPC') },
    observe: () => assert.fail('nothing was delivered whole'),
  });
  const { hostname, port, pathname } = new URL(registration.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n`);
  await once(socket, 'data');
  const cut = once(socket.resume(), 'close');
  await Promise.all([listener.close(), listener.close(), cut]);
  await listener.close();
  for (let i = 0; i < 5; i++) await turn();
  const kept = process.getActiveResourcesInfo().filter((name) => name !== 'Immediate');
  assert.deepEqual(kept.toSorted(), before.toSorted());
});
