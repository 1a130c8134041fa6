import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Caller } from './caller.ts';

/** Written one by one, and then all at once. */
const PIECES = [
  ...[1, 15, 16, 17, 255, 256, 2_047, 2_048, 2_049, 70_000].map((size) => Buffer.alloc(size, size % 251)),
  Buffer.alloc(0),
  Buffer.from('before'),
  'a text, über Größen',
  Buffer.from('the last'),
];

/** What comes back of a request in this version of HTTP, as it is on the wire. */
async function answered(version: '1.0' | '1.1'): Promise<Buffer> {
  const server = createServer((_request, response) => {
    const caller = new Caller(response, 0);
    caller.begin(200, ['Content-Type', 'text/event-stream'], true);
    for (const piece of PIECES) caller.write(piece);
    caller.cork();
    for (const piece of PIECES) caller.write(piece);
    caller.uncork();
    caller.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET / HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const bytes = await text(socket.setEncoding('latin1'));
  server.close();
  return Buffer.from(bytes, 'latin1').subarray(bytes.indexOf('\r\n\r\n') + 4);
}

/** The body that chunks make, which all have to be whole. */
function unchunked(bytes: Buffer): Buffer {
  const body: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const end = line + 2 + size;
    assert.equal(bytes.toString('latin1', end, end + 2), '\r\n');
    if (size === 0) {
      assert.equal(end + 2, bytes.length);
      return Buffer.concat(body);
    }
    body.push(bytes.subarray(line + 2, end));
    at = end + 2;
  }
}

const WHOLE = Buffer.concat([...PIECES, ...PIECES].map((piece) => Buffer.from(piece)));

test('pieces of every length reach a caller as they were written, in chunks', async () => {
  assert.deepEqual(unchunked(await answered('1.1')), WHOLE);
});

test('pieces reach a caller who does not know chunks without any', async () => {
  assert.deepEqual(await answered('1.0'), WHOLE);
});
