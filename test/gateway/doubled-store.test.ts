import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ask } from './raw.ts';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const PIECES = ['one ', 'two ', 'three'];

/** An agent of 0.3 that applies each further piece twice to what it stores once somebody subscribes. */
function doubling() {
  let subscribed = false;
  const task = (state: string, parts: readonly string[]) => ({
    kind: 'task',
    id: 't',
    contextId: 'c',
    status: { state },
    artifacts: parts.length === 0 ? [] : [{ artifactId: 'a', parts: parts.map((text) => ({ kind: 'text', text })) }],
  });
  return startScripted((request, response, body) => {
    const url = `http://${request.headers.host}/`;
    if (request.url?.includes('.well-known')) {
      const interfaces = { url, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' };
      return json(response, { name: 'agent', capabilities: { streaming: true }, ...interfaces });
    }
    const { id, method } = JSON.parse(body);
    const result = (value: object) => ({ jsonrpc: '2.0', id, result: value });
    if (method === 'message/send') return json(response, result(task('working', [])));
    const [first = '', ...more] = PIECES;
    const stored = [first, ...more.flatMap((piece) => [piece, piece])];
    if (method === 'tasks/get') {
      return json(response, result(subscribed ? task('completed', stored) : task('working', [])));
    }
    subscribed = true;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (value: object) => response.write(`data: ${JSON.stringify(result(value))}\n\n`);
    const ids = { taskId: 't', contextId: 'c' };
    for (const [nth, text] of PIECES.entries()) {
      const artifact = { artifactId: 'a', parts: [{ kind: 'text', text }] };
      event({ kind: 'artifact-update', ...ids, artifact, append: nth > 0, lastChunk: nth === PIECES.length - 1 });
    }
    event({ kind: 'status-update', ...ids, status: { state: 'completed' }, final: true });
    response.end();
  });
}

it('a caller keeps what its stream brought right, though the agent stored pieces of it twice meanwhile', async () => {
  const agent = await doubling();
  try {
    await withGateway(agent.url, { bounds: shortBounds }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '0.3', 'JSONRPC');
      const { url: at, ...request } = speaker.request(speaker.stream('count', 'message-1'));
      const { body } = await ask(at, request);
      const text = [...body.matchAll(/"kind":"text","text":"([^"]*)"/g)].map(([, piece]) => piece);
      assert.deepEqual(text, PIECES);
      assert.match(body, /"state":"completed"/);
    });
  } finally {
    await agent.close();
  }
});
