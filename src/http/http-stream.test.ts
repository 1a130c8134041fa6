import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { failureOf } from '../../test/support/failure-of.ts';
import { rawPeer, response } from '../../test/support/raw-peer.ts';
import { anyAddress } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';
import type { HttpError } from './http-error.ts';
import type { BodyReceiver, HttpStream } from './http-message.ts';

const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const lastChunk = '0\r\n\r\n';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Keeps what a stream delivers, and lets a test wait for it. */
class Reader implements BodyReceiver {
  text = '';
  ended = false;
  error: HttpError | undefined;
  async until(condition: (reader: this) => boolean): Promise<void> {
    while (!condition(this)) await turn();
  }
  onData(data: Buffer): void {
    this.text += data.toString();
  }
  onEnd(): void {
    this.ended = true;
  }
  onError(error: HttpError): void {
    this.error = error;
  }
}

/** A peer that streams, with the socket of its first stream. */
async function streamingPeer() {
  const sockets: Socket[] = [];
  const peer = await rawPeer({
    asked: (socket, head) => {
      if (!head.startsWith('GET /stream')) return socket.write(response('read'));
      sockets.push(socket);
      return socket.write(streamHead);
    },
  });
  const client = createHttpClient({ allow: anyAddress, limits: { maxRequestsPerOrigin: 1, maxStreamsPerOrigin: 3 } });
  const url = `${peer.origin}/stream`;
  return {
    peer,
    client,
    url,
    sockets,
    open: (signal?: AbortSignal): Promise<HttpStream> => client.open({ url, signal }),
    stop: async () => {
      await client.close();
      await peer.idle();
      await peer.close();
    },
  };
}

test('a stream is there at its headers, and each chunk when it comes', async () => {
  const { open, sockets, stop } = await streamingPeer();
  const stream = await open();
  assert.equal(stream.status, 200);
  assert.equal(stream.headers['content-type'], 'text/event-stream');
  const reader = new Reader();
  stream.read(reader);
  sockets[0]!.write(chunk('one'));
  await reader.until(({ text }) => text === 'one');
  sockets[0]!.write(chunk('two') + lastChunk);
  await reader.until(({ ended }) => ended);
  assert.equal(reader.text, 'onetwo');
  assert.throws(() => stream.read(reader), /read once/);
  await stop();
});

test('nothing is lost of what comes before somebody reads, not even the end', async () => {
  const { open, sockets, stop } = await streamingPeer();
  const stream = await open();
  sockets[0]!.end(chunk('early') + lastChunk);
  await turn();
  await turn();
  const reader = new Reader();
  stream.read(reader);
  await reader.until(({ ended }) => ended);
  assert.equal(reader.text, 'early');
  await stop();
});

test('a stream that turned out to be an answer can be collected, within a limit', async () => {
  const peer = await rawPeer({ asked: (socket) => socket.write(response('not found', [], '404 Not Found')) });
  const client = createHttpClient({ allow: anyAddress });
  const stream = await client.open({ url: peer.origin });
  const answer = await stream.collect();
  assert.equal(answer.status, 404);
  assert.equal(answer.body.toString(), 'not found');
  const other = await client.open({ url: peer.origin });
  assert.equal((await failureOf(other.collect(3))).code, 'too-large');
  await client.close();
  await peer.close();
});

test('a paused stream is held back at the peer, and flows on whole', async () => {
  const { open, sockets, stop } = await streamingPeer();
  const stream = await open();
  let length = 0;
  let ended = false;
  stream.read({
    onData: (data) => {
      length += data.length;
      stream.pause();
    },
    onEnd: () => {
      ended = true;
    },
    onError: (error) => assert.fail(error),
  });
  const total = 64 * 1024 * 1024;
  const piece = chunk('x'.repeat(0x10000));
  let written = 0;
  const write = (): void => {
    while (written < total) {
      written += 0x10000;
      if (!sockets[0]!.write(piece)) {
        sockets[0]!.once('drain', write);
        return;
      }
    }
    sockets[0]!.write(lastChunk);
  };
  write();
  // The peer stops being able to write: what is on its way fits the socket buffers of both sides.
  let before = -1;
  while (written !== before) {
    before = written;
    for (let i = 0; i < 50; i++) await turn();
  }
  assert.equal(written < total, true);
  assert.equal(length <= 0x10000, true);
  while (!ended) {
    stream.resume();
    await turn();
  }
  assert.equal(length, total);
  await stop();
});

test('pausing and resuming in one breath changes nothing', async () => {
  const { open, sockets, stop } = await streamingPeer();
  const stream = await open();
  const reader = new Reader();
  stream.pause();
  stream.read(reader);
  stream.pause();
  stream.resume();
  stream.resume();
  sockets[0]!.write(chunk('one') + chunk('two') + lastChunk);
  await reader.until(({ ended }) => ended);
  assert.equal(reader.text, 'onetwo');
  await stop();
});

test('a stream may be resumed, and a request begun, from within the data of another', async () => {
  const { client, open, url, sockets, stop } = await streamingPeer();
  const [held, other] = [await open(), await open()];
  const asked = Promise.withResolvers<unknown>();
  const [heldReader, otherReader] = [new Reader(), new Reader()];
  otherReader.onData = () => {
    held.resume();
    asked.resolve(client.request({ url: url.replace('stream', 'read') }));
  };
  held.read(heldReader);
  await turn();
  held.pause();
  sockets[0]!.write(chunk('held') + lastChunk);
  // Long enough for the bytes to have reached the parser that holds them back.
  for (let i = 0; i < 50; i++) await turn();
  other.read(otherReader);
  sockets[1]!.write(chunk('go'));
  await asked.promise;
  await heldReader.until(({ ended }) => ended);
  assert.equal(heldReader.text, 'held');
  assert.equal(otherReader.error, undefined);
  await stop();
});

test('closing frees the connection and is told to nobody', async () => {
  const { open, peer, sockets, stop } = await streamingPeer();
  const stream = await open();
  const reader = new Reader();
  stream.read(reader);
  sockets[0]!.write(chunk('one'));
  await reader.until(({ text }) => text === 'one');
  stream.close();
  stream.close();
  stream.resume();
  await peer.idle();
  assert.equal(reader.ended, false);
  assert.equal(reader.error, undefined);
  await stop();
});

test('aborting ends a stream at once, even one that is paused or not read yet', async () => {
  const { open, peer, sockets, stop } = await streamingPeer();
  const controllers = [new AbortController(), new AbortController(), new AbortController()];
  const streams = [];
  for (const { signal } of controllers) streams.push(await open(signal));
  const readers = [new Reader(), new Reader(), new Reader()];
  streams[0]!.read(readers[0]!);
  streams[1]!.read(readers[1]!);
  streams[1]!.pause();
  for (const socket of sockets) socket.write(chunk('one'));
  await readers[0]!.until(({ text }) => text === 'one');
  for (const controller of controllers) controller.abort();
  await peer.idle();
  streams[2]!.read(readers[2]!);
  for (const reader of readers) {
    await reader.until(({ error }) => error !== undefined);
    assert.equal(reader.error?.code, 'aborted');
    assert.equal(reader.ended, false);
  }
  await stop();
});

test('a stream that breaks delivers what came before, then the error', async () => {
  const { open, sockets, stop } = await streamingPeer();
  const stream = await open();
  const reader = new Reader();
  stream.read(reader);
  sockets[0]!.write(chunk('one'), () => sockets[0]!.end());
  await reader.until(({ error }) => error !== undefined);
  assert.equal(reader.text, 'one');
  assert.equal(reader.error?.code, 'reset');
  assert.equal(reader.error?.sent, true);
  assert.equal(reader.error?.status, 200);
  await stop();
});

test('silence ends a stream only while it flows', async () => {
  const { client, url, sockets, stop } = await streamingPeer();
  const [flowing, held] = await Promise.all([
    client.open({ url, idleTimeoutMs: 20 }),
    client.open({ url, idleTimeoutMs: 20 }),
  ]);
  const [reader, heldReader] = [new Reader(), new Reader()];
  held.read(heldReader);
  held.pause();
  flowing.read(reader);
  await reader.until(({ error }) => error !== undefined);
  assert.equal(reader.error?.code, 'idle-timeout');
  assert.equal(heldReader.error, undefined);
  for (const socket of sockets) socket.write(chunk('one') + lastChunk);
  held.resume();
  await heldReader.until(({ ended }) => ended);
  await stop();
});

test('a reader that throws ends its own stream and hears why', async () => {
  const { open, peer, sockets, stop } = await streamingPeer();
  const stream = await open();
  const fault = new Error('cannot read this');
  const reader = new Reader();
  reader.onData = () => {
    throw fault;
  };
  stream.read(reader);
  sockets[0]!.write(chunk('one') + chunk('two'));
  await reader.until(({ error }) => error !== undefined);
  assert.equal(reader.error?.code, 'aborted');
  assert.equal(reader.error?.cause, fault);
  await peer.idle();
  await stop();
});

test('streams and reads have limits of their own, so neither starves the other', async () => {
  const { client, open, url, sockets, stop } = await streamingPeer();
  const streams = [await open(), await open(), await open()];
  const fourth = failureOf(client.open({ url, connectTimeoutMs: 20 }));
  const read = { url: url.replace('stream', 'read') };
  const answers = await Promise.all([client.request(read), client.request(read), client.request(read)]);
  assert.deepEqual(
    answers.map(({ body }) => body.toString()),
    ['read', 'read', 'read'],
  );
  assert.equal((await fourth).code, 'busy');
  const fifth = open();
  streams[1]!.close();
  assert.equal((await fifth).status, 200);
  assert.equal(sockets.length, 4);
  await stop();
});

test('closing the client ends its streams and says so', async () => {
  const { client, open, stop } = await streamingPeer();
  const stream = await open();
  const reader = new Reader();
  stream.read(reader);
  await client.close();
  assert.equal(reader.error?.code, 'closed');
  await stop();
});
