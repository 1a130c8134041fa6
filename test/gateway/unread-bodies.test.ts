import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { json, startScripted } from './scripted-agent.ts';
import { withGateway } from './with-gateway.ts';

const PIECE = Buffer.alloc(64 * 1024, ' ');

/** A connection of which nothing is read until that is asked for. */
async function connected(url: string, test: (socket: Socket, read: () => Promise<string>) => Promise<void>) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname)
    .setEncoding('latin1')
    .on('error', () => undefined);
  let text = '';
  const read = (): Promise<string> =>
    new Promise((resolve) => {
      socket.on('data', (chunk: string) => {
        text += chunk;
        if (isWhole(text)) resolve(text);
      });
      socket.on('close', () => resolve(text));
    });
  try {
    await test(socket, read);
  } finally {
    socket.destroy();
  }
}

function isWhole(text: string): boolean {
  const body = text.indexOf('\r\n\r\n') + 4;
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  return length !== undefined && text.length >= body + Number(length);
}

const head = (headers: readonly string[], path = '/a/') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers.join('\r\n')}\r\n\r\n`;

/** Writes, and waits until all of it has left; `false` where the other side has closed. */
function write(socket: Socket, bytes: Buffer | string): Promise<boolean> {
  return new Promise((resolve) => socket.write(bytes, (error) => resolve(error == null)));
}

describe('a request that is refused before its body was read', { concurrency: 4 }, () => {
  const mounted = (test: (url: string) => Promise<void>) => async () => {
    const agent = await startScripted((_request, response) => json(response, { jsonrpc: '2.0', id: 1, result: {} }));
    try {
      await withGateway(agent.url, { limits: { maxBodyBytes: 100_000 } }, ({ url }) => test(url));
    } finally {
      await agent.close();
    }
  };
  const length = 320 * PIECE.length;

  for (const [name, path, status] of [
    ['too long', '/a/tasks/x:cancel', 413],
    ['sent to nobody', '/nobody/', 404],
  ] as const) {
    it(`${name}: is answered also where the caller reads only once it has sent all`, () =>
      mounted((url) =>
        connected(url, async (socket, read) => {
          await write(socket, head([`Content-Length: ${length}`], path));
          for (let sent = 0; sent < length; sent += PIECE.length) assert.ok(await write(socket, PIECE), `${sent}`);
          const answer = await read();
          assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
          assert.ok(isWhole(answer), answer);
        }),
      )());

    it(`${name}: is answered also where its length is not announced`, () =>
      mounted((url) =>
        connected(url, async (socket, read) => {
          await write(socket, head(['Transfer-Encoding: chunked'], path));
          for (let sent = 0; sent < length; sent += PIECE.length) {
            const piece = Buffer.concat([Buffer.from('10000\r\n'), PIECE, Buffer.from('\r\n')]);
            assert.ok(await write(socket, piece), `${sent}`);
          }
          await write(socket, '0\r\n\r\n');
          const answer = await read();
          assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
          assert.ok(isWhole(answer), answer);
        }),
      )());

    it(`${name}: whoever asks before sending it is not told to`, () =>
      mounted((url) =>
        connected(url, async (socket, read) => {
          await write(socket, head([`Content-Length: ${length}`, 'Expect: 100-continue'], path));
          const answer = await read();
          assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
          assert.match(answer, /connection: close/i);
        }),
      )());
  }

  it('and goes on without an end is not taken for ever', () =>
    mounted((url) =>
      connected(url, async (socket, read) => {
        const answer = read();
        await write(socket, head(['Transfer-Encoding: chunked']));
        const piece = Buffer.concat([Buffer.from('10000\r\n'), PIECE, Buffer.from('\r\n')]);
        while (await write(socket, piece));
        assert.match(await answer, /-32600.*longer than the 100000 bytes/s);
      }),
    )());
});

it('a caller that asks before sending its body is told to send it', async () => {
  const agent = await startScripted((_request, response) => json(response, { jsonrpc: '2.0', id: 1, result: {} }));
  try {
    await withGateway(agent.url, {}, ({ url }) =>
      connected(url, async (socket) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Unknown' });
        await write(socket, head([`Content-Length: ${body.length}`, 'Expect: 100-continue']));
        const told: string = await new Promise((resolve) => socket.once('data', resolve));
        assert.equal(told, 'HTTP/1.1 100 Continue\r\n\r\n');
        await write(socket, body);
        const answer: string = await new Promise((resolve) => socket.once('data', resolve));
        assert.match(answer, /^HTTP\/1\.1 200 /);
      }),
    );
    assert.ok(agent.asked.every(({ request }) => request.headers.expect === undefined));
  } finally {
    await agent.close();
  }
});
