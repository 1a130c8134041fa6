import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startLab } from '../../src/lab/index.ts';
import { ask } from './raw.ts';
import { Speaker } from './scenario.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

it('work is refused before it exists where it can not be carried through', async () => {
  const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 10, card: { streaming: false } });
  try {
    const tasks = { needs: ['streaming'] } as const;
    await withGateway(lab.url, { peer: { tasks } }, async ({ url, events }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      const { error } = JSON.parse((await speaker.ask(speaker.send('hello', 'message-1'))).body);
      assert.equal(error.code, -32004);
      assert.match(error.message, /No such task can be carried through at this agent: .*\(contract\//);
      assert.ok(events.some((event) => event.kind === 'act' && event.act === 'refused'));
      assert.equal(lab.ledger.entries.filter(({ kind, messageId }) => kind === 'request' && messageId).length, 0);
    });
  } finally {
    await lab.close();
  }
});

it('a profile says what callers can do: credentials, extensions, what they take', async () => {
  const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 10 });
  try {
    const peer = { tasks: { output: ['video/mp4'] }, profile: { output: ['video/mp4'] } };
    await withGateway(lab.url, { peer }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      assert.match((await speaker.ask(speaker.send('hello', 'message-1'))).body, /no-common-output-mode/);
    });
  } finally {
    await lab.close();
  }
});

it('work that rests on a claim that turns out false is cancelled, and its message never goes there again', async () => {
  const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 60, deviations: ['no-terminal'] });
  try {
    const tasks = { needs: ['streaming'], streamed: ['text/plain'], output: ['text/plain'] } as const;
    await withGateway(lab.url, { peer: { tasks }, bounds: shortBounds }, async ({ url, events }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      const { url: at, ...request } = speaker.request(speaker.stream('slow 40', 'message-1'));
      const { body } = await ask(at, request);
      assert.match(body, /TASK_STATE_CANCELED"[^\n]*\n\n$/);
      assert.doesNotMatch(body, /TASK_STATE_COMPLETED/);
      assert.ok(events.some((event) => event.kind === 'act' && event.act === 'canceled'));
      assert.ok(events.some((event) => event.kind === 'outcome' && event.state === 'canceled' && event.verified));
      const again = JSON.parse((await ask(at, request)).body);
      assert.match(again.error.message, /given up at this agent before.*the plan rests on/);
      assert.equal(lab.ledger.entries.filter(({ kind, messageId }) => kind === 'request' && messageId).length, 1);
    });
  } finally {
    await lab.close();
  }
});
