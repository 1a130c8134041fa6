import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask } from './raw.ts';
import { json, type ScriptedAgent, startScripted } from './scripted-agent.ts';
import { withGateway } from './with-gateway.ts';

const WELL_KNOWN = '/.well-known/agent-card.json';

/** An agent of which one path redirects, and the card lies somewhere. */
async function startRedirecting(from: string, status: number, to: (own: string) => string): Promise<ScriptedAgent> {
  return startScripted((request, response) => {
    const own = `http://${request.headers.host}`;
    if (request.url === from) return void response.writeHead(status, { location: to(own) }).end();
    if (request.url?.endsWith('card.json') !== true) return json(response, { at: request.url });
    const supportedInterfaces = [{ url: `${own}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
    json(response, { name: 'agent', capabilities: {}, supportedInterfaces });
  });
}

describe('an agent that redirects', { concurrency: 4 }, () => {
  for (const [name, to] of Object.entries({
    'by a whole URL': (own: string) => `${own}/cards/my-card.json`,
    'by a path': () => '/cards/my-card.json',
    'by another name of this machine': (own: string) => `${own.replace('127.0.0.1', 'localhost')}/cards/my-card.json`,
  })) {
    for (const level of ['watch', 'protect'] as const) {
      it(`to its card, ${name}, at ${level}: the card that is served leads through the gateway all the same`, async () => {
        const agent = await startRedirecting(WELL_KNOWN, 302, to);
        try {
          await withGateway(agent.url, { peer: { level } }, async ({ url }) => {
            const { status, body, headers } = await ask(`${url}${WELL_KNOWN}`);
            assert.deepEqual([status, headers.location], [200, undefined]);
            assert.equal(JSON.parse(body).supportedInterfaces[0].url, `${url}/rpc`);
            assert.doesNotMatch(body, new RegExp(new URL(agent.url).host));
          });
        } finally {
          await agent.close();
        }
      });
    }
  }

  it('to its card on another origin that is allowed, which gets no credentials', async () => {
    const other = await startRedirecting('', 302, () => '');
    const agent = await startRedirecting(WELL_KNOWN, 302, () => `${other.url}/card.json`);
    try {
      await withGateway(agent.url, { peer: { origins: [other.url] } }, async ({ url }) => {
        const asked = { headers: { authorization: 'Bearer secret', 'x-api-key': 'secret' } };
        const { status, body } = await ask(`${url}${WELL_KNOWN}`, asked);
        assert.equal(status, 200, body);
        assert.match(JSON.parse(body).supportedInterfaces[0].url, new RegExp(`^${url}/~`));
      });
      assert.doesNotMatch(JSON.stringify(other.asked.map(({ request }) => request.headers)), /secret/);
    } finally {
      await agent.close();
      await other.close();
    }
  });

  it('around in circles is not followed for ever', async () => {
    const agent = await startRedirecting(WELL_KNOWN, 302, (own) => `${own}${WELL_KNOWN}`);
    try {
      await withGateway(agent.url, {}, async ({ url }) => {
        const before = agent.asked.length;
        const { status, headers } = await ask(`${url}${WELL_KNOWN}`);
        assert.deepEqual([status, headers.location], [302, `${url}${WELL_KNOWN}`]);
        assert.equal(agent.asked.length - before, 4);
      });
    } finally {
      await agent.close();
    }
  });

  for (const [name, status, to, expected] of [
    ['a call within its origin', 307, (own: string) => `${own}/new/rpc?x=1#part`, '/new/rpc?x=1#part'],
    ['a call by a path', 308, () => '/new/rpc', '/new/rpc'],
    ['a call to a stranger', 307, () => 'http://other.example/rpc', 502],
    ['a call to what is no URL', 307, () => 'http://[', 502],
    ['a call to a file', 307, () => 'file:///etc/hosts', 502],
    ['with a place of what was made', 201, (own: string) => `${own}/tasks/1`, '/tasks/1'],
    ['with a place of what was made at a stranger', 201, () => 'http://other.example/tasks/1', undefined],
  ] as const) {
    for (const level of ['watch', 'protect'] as const) {
      it(`${name}, at ${level}: leads through the gateway or is refused`, async () => {
        const agent = await startRedirecting('/rpc', status, to);
        try {
          await withGateway(agent.url, { peer: { level } }, async ({ url }) => {
            for (const method of status === 201 ? ['Unknown'] : ['GetTask', 'SendMessage', 'Unknown']) {
              const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] };
              const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { id: 't', message } });
              const told = await ask(`${url}/rpc`, { body, headers: { 'a2a-version': '1.0' } });
              assert.doesNotMatch(JSON.stringify(told.headers), /other\.example/);
              if (typeof expected === 'string') assert.equal(told.headers.location, `${url}${expected}`, method);
              else assert.equal(told.headers.location, undefined, method);
              assert.doesNotMatch(told.body, /redirect to null/, method);
              if (expected === 502) assert.match(told.body, /redirect to .*, where the gateway does not lead/, method);
            }
          });
        } finally {
          await agent.close();
        }
      });
    }
  }
});

const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'work' }] };
const answer = { message: { messageId: 'a-1', role: 'ROLE_AGENT', parts: [{ text: 'well' }] } };

/** An agent whose calls lie elsewhere than its card says. */
function startMoved(status: number): Promise<ScriptedAgent> {
  return startScripted((request, response, body) => {
    const { url = '', headers } = request;
    if (url.endsWith('card.json')) {
      const own = `http://${headers.host}/old`;
      const supportedInterfaces = [
        { url: own, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: own, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ];
      return json(response, { name: 'agent', capabilities: { streaming: true }, supportedInterfaces });
    }
    if (url.startsWith('/old')) {
      return void response.writeHead(status, { location: url.replace('/old', '/new') }).end();
    }
    if (body === '') return void response.writeHead(404).end();
    const { id, method = url } = JSON.parse(body);
    const result = method === url ? answer : { jsonrpc: '2.0', id, result: answer };
    if (!/[Ss]tream/.test(method)) return json(response, result);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(result)}\n\n`);
  });
}

describe('a message that is redirected', { concurrency: 4 }, () => {
  const rpc = (method: string) => ({ path: '', body: { jsonrpc: '2.0', id: 1, method, params: { message } } });
  const calls = {
    'a send over JSON-RPC': rpc('SendMessage'),
    'a stream over JSON-RPC': rpc('SendStreamingMessage'),
    'a send over HTTP+JSON': { path: '/message:send', body: { message } },
    'a stream over HTTP+JSON': { path: '/message:stream', body: { message } },
  };
  for (const [name, { path, body }] of Object.entries(calls)) {
    for (const opening of ['stream', 'id-first'] as const) {
      for (const status of [301, 302, 307, 308]) {
        it(`by ${status}, ${name}, opening ${opening}: was not taken in, and is sent where it was redirected to`, async () => {
          const agent = await startMoved(status);
          try {
            await withGateway(agent.url, { peer: { opening } }, async ({ url }) => {
              const asked = { body: JSON.stringify(body), headers: { 'a2a-version': '1.0' } };
              const first = await ask(`${url}/old${path}`, asked);
              assert.deepEqual([first.status, first.headers.location], [status, `${url}/new${path}`]);
              const followed = await ask(first.headers.location ?? '', asked);
              assert.match(followed.body, /"a-1"/);
              await ask(`${url}/new${path}`, asked);
            });
            assert.equal(
              agent.asked.filter(({ request, body: sent }) => request.url?.startsWith('/new') && sent.includes('m-1'))
                .length,
              1,
            );
          } finally {
            await agent.close();
          }
        });
      }
    }
  }

  it('by 303 was taken in, and its repetition is not sent', async () => {
    const agent = await startMoved(303);
    try {
      await withGateway(agent.url, {}, async ({ url }) => {
        const asked = { body: JSON.stringify(rpc('SendMessage').body), headers: { 'a2a-version': '1.0' } };
        for (const place of ['old', 'new']) {
          const { status, headers } = await ask(`${url}/${place}`, asked);
          assert.deepEqual([status, headers.location], [303, `${url}/new`]);
        }
      });
    } finally {
      await agent.close();
    }
  });
});
