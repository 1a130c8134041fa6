import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const BINDINGS = ['JSONRPC', 'HTTP+JSON'] as const;

describe('a task that its agent has purged', { concurrency: 4 }, () => {
  for (const binding of BINDINGS) {
    for (const gone of ['is not found', 'is answered by garbage', 'is not answered'] as const) {
      it(`over ${binding} ${gone}: who was told its end is told the same by every later read`, async () => {
        let purged = false;
        const agent = await startScripted((request, response, body) => {
          if (request.url?.includes('.well-known')) {
            const url = `http://${request.headers.host}/`;
            const supportedInterfaces = [{ url, protocolBinding: binding, protocolVersion: '1.0' }];
            return json(response, { name: 'agent', capabilities: {}, supportedInterfaces });
          }
          const { id, method = request.url } = JSON.parse(body || '{}');
          const rpc = binding === 'JSONRPC';
          const tell = (result: object) => json(response, rpc ? { jsonrpc: '2.0', id, result } : result);
          const artifacts = [{ artifactId: 'a', parts: [{ text: 'done' }] }];
          const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts };
          if (/send/i.test(method)) return tell({ task });
          if (!purged) return tell(task);
          if (gone === 'is not answered') return void response.destroy();
          if (gone === 'is answered by garbage') return void response.end('<html>');
          const error = { code: rpc ? -32001 : 404, status: 'NOT_FOUND', message: 'There is no such task.' };
          const details = [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'TASK_NOT_FOUND',
              domain: 'a2a-protocol.org',
            },
          ];
          if (rpc) return json(response, { jsonrpc: '2.0', id, error });
          response
            .writeHead(404, { 'content-type': 'application/json' })
            .end(JSON.stringify({ error: { ...error, details } }));
        });
        try {
          await withGateway(agent.url, { bounds: shortBounds }, async ({ url, events }) => {
            const speaker = new Speaker(`${url}/`, '1.0', binding);
            const sent = await speaker.ask(speaker.send('work', 'm-1'));
            assert.match(sent.body, /TASK_STATE_COMPLETED/);
            purged = true;
            const read = await speaker.ask(speaker.get('t'));
            assert.equal(read.status, 200);
            const told = JSON.parse(read.body);
            const { status, artifacts } = told.result ?? told;
            assert.deepEqual([status.state, artifacts[0].parts[0].text], ['TASK_STATE_COMPLETED', 'done']);
            const canceled = await speaker.ask(speaker.cancel('t'));
            assert.match(canceled.body, /has ended as completed/);
            const other = await speaker.ask(speaker.get('never-seen'));
            assert.doesNotMatch(other.body, /TASK_STATE_COMPLETED/);
            // To purge a task is allowed.
            const found = events.filter((event) => event.kind === 'finding').map(({ finding }) => finding.rule);
            if (gone === 'is not found') assert.deepEqual(found, []);
          });
        } finally {
          await agent.close();
        }
      });
    }
  }
});
