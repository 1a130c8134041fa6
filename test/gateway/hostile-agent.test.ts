import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startLab } from '../../src/lab/index.ts';
import { ask, open } from './raw.ts';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const read = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'GetTask', params: { id: 't' } });
const send = JSON.stringify({
  jsonrpc: '2.0',
  id: 7,
  method: 'SendMessage',
  params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] } },
});

/** An agent that answers every connection with these bytes, and then does as told. */
async function withBytes(
  bytes: string | undefined,
  then: 'end' | 'reset' | 'hang',
  test: (url: string) => Promise<void>,
) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (bytes !== undefined) socket.write(bytes, 'latin1');
      if (then === 'end') socket.end();
      else if (then === 'reset') setTimeout(() => socket.resetAndDestroy(), 20);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

describe('an agent that does what none should', { concurrency: 4 }, () => {
  for (const [name, bytes, then] of [
    ['resets', undefined, 'reset'],
    ['closes without an answer', undefined, 'end'],
    ['answers with garbage', 'hello there\r\n\r\n', 'end'],
    [
      'breaks off half-way',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"json',
      'end',
    ],
    ['hangs', undefined, 'hang'],
    ['floods with headers', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(70_000)}\r\n\r\n`, 'end'],
    ['answers with no JSON', 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\nhi', 'end'],
  ] as const) {
    it(`${name}: the caller gets a proper error`, () =>
      withBytes(bytes, then, (target) =>
        withGateway(target, { limits: { answerMs: 500, answerIdleMs: 500 }, awaitCard: false }, async ({ url }) => {
          for (const body of [read, send]) {
            const answer = await ask(`${url}/`, { body });
            const { jsonrpc, id, error } = JSON.parse(answer.body);
            assert.deepEqual([answer.status, jsonrpc, id], [200, '2.0', 7]);
            assert.ok([-32603, -32006].includes(error.code), answer.body);
          }
        }),
      ));
  }

  it('is not there: nothing was sent, and the caller is told so', () =>
    withGateway('http://127.0.0.1:1/', {}, async ({ url }) => {
      const { body } = await ask(`${url}/`, { body: send });
      assert.match(JSON.parse(body).error.message, /Nothing was sent/);
    }));

  it('answers with more than is taken, or with a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    const agent = await startScripted((request, response) => {
      if (request.url === '/bomb') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
        return;
      }
      json(response, { jsonrpc: '2.0', id: 7, result: { id: 't', padding: 'x'.repeat(100_000) } });
    });
    try {
      await withGateway(agent.url, { limits: { maxAnswerBytes: 50_000 } }, async ({ url }) => {
        for (const path of ['/', '/bomb']) {
          const { body } = await ask(url + path, { body: read });
          assert.equal(typeof JSON.parse(body).error.code, 'number', path);
        }
      });
    } finally {
      await agent.close();
    }
  });

  for (const announced of [true, false]) {
    for (const method of ['GetTask', 'SendMessage', 'SendStreamingMessage']) {
      const title = `answers ${method} with more than is taken, ${announced ? '' : 'not '}announced`;
      it(`${title}: the caller is told which limit that was`, async () => {
        const agent = await startScripted((request, response) => {
          if (request.method === 'GET') return void response.writeHead(404).end();
          const body = JSON.stringify({ jsonrpc: '2.0', id: 7, result: { id: 't', padding: 'x'.repeat(100_000) } });
          const length = announced ? { 'content-length': String(body.length) } : {};
          response.writeHead(200, { 'content-type': 'application/json', ...length }).write(body.slice(0, 60_000));
          // What follows may meet a connection that the gateway has given up.
          response.on('error', () => undefined).end(body.slice(60_000));
        });
        try {
          await withGateway(agent.url, { limits: { maxAnswerBytes: 50_000 } }, async ({ url }) => {
            const params = { id: 't', message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] } };
            const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
            const told = await ask(`${url}/`, { body, headers: { 'a2a-version': '1.0' } });
            assert.match(JSON.parse(told.body).error.message, /more than the 50000 bytes that the gateway takes/);
          });
        } finally {
          await agent.close();
        }
      });
    }
  }

  it('leads elsewhere by its card or by a redirect: nobody follows', async () => {
    const inside = await startScripted((_request, response) => json(response, { secret: true }));
    const agent = await startScripted((request, response) => {
      if (request.url?.includes('.well-known')) {
        const elsewhere = { url: inside.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
        return json(response, { name: 'x', supportedInterfaces: [elsewhere] });
      }
      response.writeHead(307, { location: `${inside.url}/` }).end();
    });
    try {
      await withGateway(agent.url, {}, async ({ url }) => {
        const card = await ask(`${url}/.well-known/agent-card.json`);
        assert.equal(card.body.includes('secret'), false);
        const host = new URL(inside.url).host;
        assert.equal((await ask(`${url}/~${host}/`, { body: read })).status, 404);
        const redirected = await ask(`${url}/`, { body: read });
        assert.equal(redirected.body.includes('secret'), false);
      });
      assert.equal(inside.asked.length, 0);
    } finally {
      await agent.close();
      await inside.close();
    }
  });
});

describe('a caller', { concurrency: 2 }, () => {
  it('that leaves frees the stream behind it', async () => {
    const lab = await startLab({ stepMs: 50 });
    try {
      for (const level of ['watch', 'protect'] as const) {
        await withGateway(lab.url, { peer: { level, opening: 'stream' } }, async ({ url }) => {
          const before = lab.ledger.entries.length;
          const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
          const response = await speaker.open(speaker.stream('slow 200', `message-${level}`));
          await once(response, 'data');
          response.destroy();
          const left = () =>
            lab.ledger.entries.slice(before).some(({ kind, by }) => kind === 'stream-close' && by === 'caller');
          const until = performance.now() + 1_000;
          while (!left() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
          assert.ok(left(), level);
        });
      }
    } finally {
      await lab.close();
    }
  });

  it('that leaves has its task canceled, where that was asked for', async () => {
    const lab = await startLab({ stepMs: 50 });
    try {
      await withGateway(lab.url, { peer: { onLeave: 'cancel' }, bounds: shortBounds }, async ({ url, events }) => {
        const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
        const response = await speaker.open(speaker.stream('slow 200', 'message-1'));
        await once(response, 'data');
        response.destroy();
        const canceled = () => lab.ledger.entries.some(({ operation }) => operation === 'cancel');
        while (!canceled()) await new Promise((resolve) => setTimeout(resolve, 20));
        assert.ok(events.some((event) => event.kind === 'act' && event.act === 'canceled'));
      });
    } finally {
      await lab.close();
    }
  });

  it('that does not read is held by back-pressure, and let go in the end', async () => {
    let written = 0;
    const { promise: freed, resolve } = Promise.withResolvers<void>();
    const agent = await startScripted((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).once('close', resolve);
      const frame = `data: ${JSON.stringify({ jsonrpc: '2.0', id: 'call-1', result: { padding: 'x'.repeat(60_000) } })}\n\n`;
      const write = (): void => {
        while (!response.destroyed && written < 200_000_000) {
          written += frame.length;
          if (!response.write(frame)) return void response.once('drain', write);
        }
      };
      write();
    });
    try {
      await withGateway(agent.url, { peer: { opening: 'stream' }, limits: { slowReaderMs: 500 } }, async ({ url }) => {
        const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
        const response = await speaker.open(speaker.stream('x', 'message-1'));
        response.pause();
        await freed;
        response.destroy();
        assert.ok(written < 50_000_000, `${written} bytes were taken in for a caller that read none`);
      });
    } finally {
      await agent.close();
    }
  });

  it('with a stream open is told to come back when the gateway stops', async () => {
    const lab = await startLab({ stepMs: 50 });
    try {
      let rest: Promise<string> | undefined;
      await withGateway(lab.url, { peer: { opening: 'stream' } }, async ({ url }) => {
        const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
        const response = await speaker.open(speaker.stream('slow 200', 'message-1'));
        await once(response, 'data');
        rest = (async () => {
          let text = '';
          for await (const chunk of response) text += chunk;
          return text;
        })();
      });
      assert.match((await rest) ?? '', /retry: 1000\n\n$/);
    } finally {
      await lab.close();
    }
  });
});

describe('a message that comes twice', { concurrency: 2 }, () => {
  it('is sent once, and answered as the first time', async () => {
    const lab = await startLab({ stepMs: 10 });
    try {
      await withGateway(lab.url, { bounds: shortBounds }, async ({ url }) => {
        const first = await ask(`${url}/`, { body: send, headers: { 'a2a-version': '1.0' } });
        const again = await ask(`${url}/`, {
          body: send.replace('"id":7', '"id":"other"'),
          headers: { 'a2a-version': '1.0' },
        });
        assert.deepEqual(JSON.parse(again.body), { ...JSON.parse(first.body), id: 'other' });
        const other = await ask(`${url}/`, {
          body: send.replace('"text":"x"', '"text":"y"'),
          headers: { 'a2a-version': '1.0' },
        });
        assert.notEqual(JSON.parse(other.body).result.task.id, JSON.parse(first.body).result.task.id);
        const sends = lab.ledger.entries.filter(({ kind, operation }) => kind === 'request' && operation === 'send');
        assert.equal(sends.length, 2);
      });
    } finally {
      await lab.close();
    }
  });
});

// A stream of HTTP is never left waiting for one that does not come.
it('a stream that nothing tells the task of ends with an error', async () => {
  const lab = await startLab({ stepMs: 20, dialect: '0.3', deviations: ['mute-stream'] });
  try {
    await withGateway(lab.url, { peer: { opening: 'stream' }, bounds: shortBounds }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '0.3', 'JSONRPC');
      const response = await open(`${url}/`, speaker.request(speaker.stream('hello', 'message-1')));
      let text = '';
      for await (const chunk of response) text += chunk;
      assert.match(text, /"error":\{"code":-32603,"message":"The stream was mute/);
    });
  } finally {
    await lab.close();
  }
});
