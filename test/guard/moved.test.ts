import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { SHORT } from './short-bounds.ts';

const http = createHttpClient({ allow: anyAddress });
after(() => http.close());

const artifacts = [{ artifactId: 'a', parts: [{ text: 'done' }] }];
const task = { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' }, artifacts };

interface Sent {
  readonly status: number;
  readonly location: string;
}

/** Delegates to an agent whose card names `/a2a`, where every call is sent on; at `/a2a/` it is answered. */
async function delegated({ status, location }: Sent) {
  const taken: string[] = [];
  let sentOn = 0;
  const server = createServer((request, response) => {
    const json = (value: object): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (request.method === 'GET') {
      const url = `http://${request.headers.host}/a2a`;
      return json({
        name: 'moved',
        version: '1',
        supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
        capabilities: { streaming: false },
        defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'],
        skills: [],
      });
    }
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url !== '/a2a/') {
        sentOn++;
        response.writeHead(status, { location }).end('<html>elsewhere</html>');
        return;
      }
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      taken.push(`${method} ${request.headers.authorization}`);
      json({ jsonrpc: '2.0', id, result: method === 'SendMessage' ? { task } : task });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const options = { http, bounds: SHORT, aftercareMs: 0, headers: { authorization: 'Bearer token' } };
    return { outcome: await delegate(url, 'do it', options).outcome, taken, sentOn };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('an agent whose server sends calls on', () => {
  for (const status of [307, 308]) {
    it(`by another path of its own is followed there with all that a call has (${status})`, async () => {
      const { outcome, taken } = await delegated({ status, location: '/a2a/' });
      assert.deepEqual([outcome.kind, outcome.ok], ['completed', true]);
      assert.deepEqual(outcome.findings, []);
      assert.deepEqual(new Set(taken), new Set(['SendMessage Bearer token', 'GetTask Bearer token']));
      assert.equal(taken.filter((call) => call.startsWith('SendMessage')).length, 1);
    });
  }

  for (const [how, status, location, where] of [
    [
      'to another server',
      307,
      'https://other.example/a2a/?key=secret',
      /sent on to https:\/\/other\.example \(HTTP 307\)/,
    ],
    ['by what some make a GET of', 301, '/a2a/', /sent on to \/a2a\/ \(HTTP 301\)/],
    ['in a circle', 307, '/a2a', /sent on to \/a2a \(HTTP 307\)/],
  ] as const) {
    it(`${how} has not taken the message in`, async () => {
      const { outcome, taken, sentOn } = await delegated({ status, location });
      assert.ok(outcome.kind === 'refused', outcome.kind);
      assert.match(outcome.error.message, where);
      assert.doesNotMatch(outcome.error.message, /secret/);
      assert.deepEqual(taken, []);
      assert.ok(sentOn <= 8, `${sentOn} calls`);
      assert.deepEqual(
        outcome.findings.filter(({ rule }) => rule === 'error/code-range'),
        [],
      );
    });
  }

  for (const status of [302, 303]) {
    it(`to where its answer may be found may have taken the message in (${status})`, async () => {
      const { outcome } = await delegated({ status, location: '/answer' });
      assert.equal(outcome.kind, 'outcome-unknown');
    });
  }
});
