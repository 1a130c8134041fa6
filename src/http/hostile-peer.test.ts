import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { failureOf } from '../../test/support/failure-of.ts';
import { rawPeer, response } from '../../test/support/raw-peer.ts';
import { anyAddress } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';
import type { HttpError } from './http-error.ts';
import type { UnaryRequest } from './http-message.ts';

/** Writes pieces one after the other for as long as the other side takes them. */
function drip(socket: Socket, piece: () => string | Buffer): void {
  const next = (): void => {
    if (socket.writable) socket.write(piece(), () => setImmediate(next));
  };
  next();
}

async function failureAgainst(
  asked: (socket: Socket) => unknown,
  request: Omit<UnaryRequest, 'url'>,
): Promise<HttpError> {
  const peer = await rawPeer({ asked: (socket) => void asked(socket) });
  const client = createHttpClient({ allow: anyAddress });
  const error = await failureOf(client.request({ url: peer.origin, ...request }));
  assert.equal(error.sent, true);
  // The connection is given up at once, not just the answer.
  await peer.idle();
  await client.close();
  await peer.close();
  return error;
}

const head = 'HTTP/1.1 200 OK\r\n';
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;

const tooSlow: Record<string, [string, (socket: Socket) => unknown, Omit<UnaryRequest, 'url'>]> = {
  'never answers': ['headers-timeout', () => undefined, { headersTimeoutMs: 30 }],
  'never ends its headers': [
    'headers-timeout',
    (socket) => socket.write(`${head}x-a: 1\r\n`),
    { headersTimeoutMs: 30 },
  ],
  'has nothing but provisional answers': [
    'headers-timeout',
    (socket) => drip(socket, () => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    { headersTimeoutMs: 30 },
  ],
  'falls silent within the body': [
    'idle-timeout',
    (socket) => socket.write(`${chunked}2\r\nhi\r\n`),
    { idleTimeoutMs: 30 },
  ],
  'sends its body drop by drop': [
    'total-timeout',
    (socket) => {
      socket.write(chunked);
      drip(socket, () => '1\r\nx\r\n');
    },
    { totalTimeoutMs: 60, idleTimeoutMs: 10_000 },
  ],
};
for (const [what, [code, asked, limits]] of Object.entries(tooSlow)) {
  test(`a peer that ${what} runs into ${code}`, async () => {
    assert.equal((await failureAgainst(asked, limits)).code, code);
  });
}

const tooLarge: Record<string, (socket: Socket) => unknown> = {
  'announces a huge body': (socket) => socket.write(`${head}content-length: 99999999999\r\n\r\n`),
  'sends a huge body without announcing it': (socket) => {
    socket.write(chunked);
    drip(socket, () => `10000\r\n${'x'.repeat(0x10000)}\r\n`);
  },
  'sends a huge body until the connection ends': (socket) => {
    socket.write(`${head}connection: close\r\n\r\n`);
    drip(socket, () => 'x'.repeat(0x10000));
  },
  'sends one huge header': (socket) => {
    socket.write(`${head}x-a: `);
    drip(socket, () => 'x'.repeat(0x1000));
  },
  'sends headers without end': (socket) => {
    socket.write(head);
    drip(socket, () => 'x-a: 1\r\n'.repeat(100));
  },
  'sends trailers without end': (socket) => {
    socket.write(`${chunked}2\r\nhi\r\n0\r\n`);
    drip(socket, () => 'x-a: 1\r\n'.repeat(100));
  },
};
for (const [what, asked] of Object.entries(tooLarge)) {
  test(`a peer that ${what} is cut off`, async () => {
    assert.equal((await failureAgainst(asked, { maxBodyBytes: 1_000_000 })).code, 'too-large');
  });
}

const malformed: Record<string, string> = {
  'no HTTP at all': 'SSH-2.0-OpenSSH_9.6\r\n',
  'a folded header': `${head}x-a: 1\r\n x-b: 2\r\ncontent-length: 0\r\n\r\n`,
  'a length and chunks': `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'two lengths': `${head}content-length: 2\r\ncontent-length: 3\r\n\r\nhi!`,
  'two equal lengths': `${head}content-length: 2\r\ncontent-length: 2\r\n\r\nhi`,
  'a length that is no number': `${head}content-length: 2x\r\n\r\nhi`,
  'a chunk size that is no number': `${chunked}zz\r\n`,
  'a null byte in a header': `${head}x-a: \0\r\ncontent-length: 0\r\n\r\n`,
  'a header name with a space': `${head}x a: 1\r\ncontent-length: 0\r\n\r\n`,
  'a switch of protocols': 'HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n',
  'a 100 that nobody expected': 'HTTP/1.1 100 Continue\r\n\r\n',
  'a bare line feed between headers': `${head}x-a: 1\ncontent-length: 0\r\n\r\n`,
};
for (const [what, bytes] of Object.entries(malformed)) {
  test(`${what} is a bad response`, async () => {
    assert.equal((await failureAgainst((socket) => socket.write(bytes), {})).code, 'bad-response');
  });
}

const packed = (coding: string, body: Buffer) => (socket: Socket) => {
  socket.write(`${head}content-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`);
  socket.write(body);
};

test('an answer that is compressed although that was ruled out is unpacked', async () => {
  for (const [coding, body] of [
    ['gzip', gzipSync('{}')],
    ['X-GZIP', gzipSync('{}')],
    ['deflate', deflateSync('{}')],
    ['deflate', deflateRawSync('{}')],
    ['br', brotliCompressSync('{}')],
  ] as const) {
    const peer = await rawPeer({ asked: packed(coding, body) });
    const client = createHttpClient({ allow: anyAddress });
    assert.equal((await client.request({ url: peer.origin })).body.toString(), '{}', coding);
    await client.close();
    await peer.close();
  }
});

test('an empty answer that is said to be compressed is an empty answer', async () => {
  for (const coding of ['gzip', 'deflate', 'br']) {
    const peer = await rawPeer({ asked: packed(coding, Buffer.alloc(0)) });
    const client = createHttpClient({ allow: anyAddress });
    assert.equal((await client.request({ url: peer.origin })).body.length, 0, coding);
    await client.close();
    await peer.close();
  }
});

test('a compressed answer is unpacked no further than its limit', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  assert.equal((await failureAgainst(packed('gzip', bomb), { maxBodyBytes: 1_000_000 })).code, 'too-large');
});

test('a compressed answer that is none is a bad response', async () => {
  assert.equal((await failureAgainst(packed('br', Buffer.from('no brotli')), {})).code, 'bad-response');
});

test('an answer in a coding that is unknown here is refused, and so is a compressed stream', async () => {
  const error = await failureAgainst(packed('gzip, br', Buffer.from('?')), {});
  assert.deepEqual([error.code, error.status], ['encoded', 200]);
  const peer = await rawPeer({ asked: packed('gzip', gzipSync('data: {}\n\n')) });
  const client = createHttpClient({ allow: anyAddress });
  assert.equal((await failureOf(client.open({ url: peer.origin }))).code, 'encoded');
  await client.close();
  await peer.close();
});

test('provisional answers before the real one are passed over', async () => {
  const peer = await rawPeer({
    asked: (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${response('real')}`),
  });
  const client = createHttpClient({ allow: anyAddress });
  assert.equal((await client.request({ url: peer.origin })).body.toString(), 'real');
  await client.close();
  await peer.close();
});

test('a body of one-byte chunks is put together, and trailers are no part of it', async () => {
  const body = 'x'.repeat(5_000);
  const peer = await rawPeer({
    asked: (socket) => socket.write(`${chunked}${'1\r\nx\r\n'.repeat(body.length)}0\r\nx-trailer: 1\r\n\r\n`),
  });
  const client = createHttpClient({ allow: anyAddress });
  assert.equal((await client.request({ url: peer.origin })).body.toString(), body);
  await client.close();
  await peer.close();
});

const surplus: Record<string, string> = {
  'a second response that nobody asked for': `${response('mine')}${response('planted')}`,
  'a body behind a status that has none': `HTTP/1.1 204 No Content\r\ncontent-length: 7\r\n\r\nplanted`,
  'a whole response behind a status that has no body': `HTTP/1.1 204 No Content\r\n\r\n${response('planted')}`,
  'more bytes than announced': `${response('mine')}planted`,
};
for (const [what, bytes] of Object.entries(surplus)) {
  test(`${what} is never taken for the next answer`, async () => {
    const peer = await rawPeer({
      asked: (socket, request) => socket.write(request.startsWith('GET /odd') ? bytes : response('honest')),
    });
    const client = createHttpClient({ allow: anyAddress });
    await client.request({ url: `${peer.origin}/odd` });
    assert.equal((await client.request({ url: `${peer.origin}/next` })).body.toString(), 'honest');
    assert.equal(peer.accepted(), 2);
    await client.close();
    await peer.close();
  });
}
