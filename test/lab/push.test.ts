import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { matrix, withPeer } from './matrix.ts';
import { look, type Seen } from './naive-client.ts';

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly seen: Seen;
}

/** A web-hook that hands over its calls one by one. */
async function openHook() {
  const calls: Call[] = [];
  let wake = () => {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ headers: request.headers, seen: look(JSON.parse(body)) });
    response.end();
    wake();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const until = async (test: (call: Call) => boolean): Promise<Call> => {
    while (true) {
      const found = calls.find(test);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, calls, until, close: () => server.close() };
}

for (const cell of matrix) {
  const [dialect, binding] = cell;
  describe(`web-hooks, ${dialect} over ${binding}`, () => {
    it('are told of the end, in order, with the caller’s token', async () => {
      const hook = await openHook();
      await withPeer(cell, {}, async (client, { ledger }) => {
        const { taskId = '' } = await client.send('clarify');
        await client.setPush(taskId, hook.url);
        await client.send('the blue one', { taskId });
        const last = await hook.until(({ seen }) => seen.state === 'completed');
        assert.equal(last.headers['x-a2a-notification-token'], 'a token');
        assert.equal(last.headers['content-type'], dialect === '1.0' ? 'application/a2a+json' : 'application/json');
        assert.equal(last.seen.kind, dialect === '1.0' ? 'status' : 'task');
        assert.equal(last.seen.taskId, taskId);
        assert.equal(hook.calls.at(-1), last);
        const told = ledger.ofTask(taskId).filter(({ kind }) => kind === 'push');
        assert.ok(told.length >= hook.calls.length - 1);
      });
      hook.close();
    });
  });
}
