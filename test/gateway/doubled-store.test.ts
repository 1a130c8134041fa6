import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const PIECES = ['one ', 'two ', 'three'];

/**
 * An agent of 0.3 that applies each further piece so many times to what it stores, and once more for each who subscribes.
 * `early` is stored before anybody does; `apart`: each consumer puts down all that it gets before the other does.
 */
function multiplying(
  times: number,
  { early = [], apart = false }: { early?: readonly string[]; apart?: boolean } = {},
) {
  let subscriptions = 0;
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
    const all = times + subscriptions;
    // The piece that begins an artifact replaces what is there.
    const [first = '', ...rest] = PIECES;
    const [begin, more] = early.length > 0 ? [early, PIECES] : [[first], rest];
    const again = apart
      ? Array<readonly string[]>(all).fill(more).flat()
      : more.flatMap((piece) => Array<string>(all).fill(piece));
    const stored = [...begin, ...again];
    if (method === 'tasks/get') {
      return json(response, result(subscriptions > 0 ? task('completed', stored) : task('working', [])));
    }
    subscriptions++;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (value: object) => response.write(`data: ${JSON.stringify(result(value))}\n\n`);
    const ids = { taskId: 't', contextId: 'c' };
    for (const [nth, text] of PIECES.entries()) {
      const artifact = { artifactId: 'a', parts: [{ kind: 'text', text }] };
      const append = nth > 0 || early.length > 0;
      event({ kind: 'artifact-update', ...ids, artifact, append, lastChunk: nth === PIECES.length - 1 });
    }
    event({ kind: 'status-update', ...ids, status: { state: 'completed' }, final: true });
    response.end();
  });
}

const textsIn = (body: string) => [...body.matchAll(/"kind":"text","text":"([^"]*)"/g)].map(([, piece]) => piece);

// The first stream of an interface is a subscription of the gateway's own.
for (const [beside, times] of [
  ['nobody', 1],
  ['somebody', 2],
] as const) {
  it(`what a stream brought right stays, and is read so, though a subscription made the agent store pieces again, ${beside} else listening`, async () => {
    const agent = await multiplying(times);
    try {
      await withGateway(agent.url, { bounds: shortBounds }, async ({ url }) => {
        const speaker = new Speaker(`${url}/`, '0.3', 'JSONRPC');
        const { body } = await speaker.ask(speaker.stream('count', 'message-1'));
        assert.deepEqual(textsIn(body), PIECES);
        assert.match(body, /"state":"completed"/);
        assert.deepEqual(textsIn((await speaker.ask(speaker.get('t'))).body), PIECES);
      });
      assert.equal(agent.asked.filter((asked) => asked.body.includes('tasks/resubscribe')).length, 1);
    } finally {
      await agent.close();
    }
  });
}

for (const apart of [false, true]) {
  it(`what was stored before the gateway subscribed comes with the pieces once, ${apart ? 'one consumer ahead' : 'side by side'}`, async () => {
    const agent = await multiplying(1, { early: ['zero '], apart });
    try {
      await withGateway(agent.url, { bounds: shortBounds }, async ({ url }) => {
        const speaker = new Speaker(`${url}/`, '0.3', 'JSONRPC');
        const whole = ['zero ', ...PIECES];
        const { body } = await speaker.ask(speaker.stream('count', 'message-1'));
        assert.deepEqual(textsIn(body).slice(-whole.length), whole);
        assert.deepEqual(textsIn((await speaker.ask(speaker.get('t'))).body), whole);
      });
    } finally {
      await agent.close();
    }
  });
}
