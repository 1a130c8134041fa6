import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { type RawPeer, rawPeer, response } from '../../test/support/raw-peer.ts';
import { summary } from '../../test/support/summary.ts';
import { codecFor } from '../protocol/codec-for.ts';
import type { Observation, Observe } from '../protocol/observation.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import { anyAddress } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';
import { createInterfaceClient, type InterfaceClient } from './interface-client.ts';

const JSON_TYPE = ['content-type: application/json'];
const SSE_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n';
const CHUNKED_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const send = { operation: 'SendMessage', message: { messageId: 'm', parts: [{ text: 'x' }] } } as const;
const stream = { ...send, operation: 'SendStreamingMessage' } as const;
const get = { operation: 'GetTask', taskId: 't' } as const;

const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
const event = `data: ${JSON.stringify({ task })}\n\n`;
const done = `data: ${JSON.stringify({ statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } } })}\n\n`;

/** A watch over what an interface client tells. */
class Watch {
  readonly seen: Observation[] = [];
  #waiting: (() => void) | undefined;

  readonly observe: Observe = (one) => {
    this.seen.push(one);
    this.#waiting?.();
  };

  async until(condition: (seen: readonly Observation[]) => boolean): Promise<void> {
    while (!condition(this.seen)) await new Promise<void>((resolve) => (this.#waiting = resolve));
  }

  kind(kind: Observation['kind']): Promise<void> {
    return this.until((seen) => seen.some((one) => one.kind === kind));
  }

  get text(): string {
    return summary(this.seen);
  }
}

interface Scene {
  readonly client: InterfaceClient;
  readonly peer: RawPeer;
  readonly watch: Watch;
}

/** Runs a test against a peer of the test's own making, and sees that no connection is left. */
async function against(
  asked: (socket: Socket, head: string, nth: number) => void,
  test: (scene: Scene) => Promise<void>,
  options: { dialect?: Dialect; binding?: Binding; maxFrameBytes?: number } = {},
): Promise<void> {
  const { dialect = '1.0', binding = 'HTTP+JSON', ...more } = options;
  const peer = await rawPeer({ asked });
  const http = createHttpClient({ allow: anyAddress });
  const endpoint = { url: peer.origin };
  const client = createInterfaceClient({ http, codec: codecFor(dialect, binding), endpoint, ...more });
  try {
    await test({ client, peer, watch: new Watch() });
  } finally {
    await http.close();
    await peer.idle();
    await peer.close();
  }
}

describe('a stream', () => {
  it('that breaks in the middle of a frame is told up to there', () =>
    against(
      (socket) => socket.write(CHUNKED_HEAD + chunk(`${event}data: {"statusUpd`), () => socket.resetAndDestroy()),
      async ({ client, watch }) => {
        client.listen(stream, watch.observe);
        await watch.kind('close');
        assert.match(watch.text, /^asked open task:working close:broken$/);
      },
    ));

  it('that is cut off by an orderly end in the middle of a frame has lost it', () =>
    against(
      (socket) => socket.end(`${SSE_HEAD}${event}data: {"statusUpd`),
      async ({ client, watch }) => {
        client.listen(stream, watch.observe);
        await watch.kind('close');
        assert.equal(
          watch.text,
          'asked open task:working defect:unfinished-frame defect:not-json defect:lost-frame close:peer',
        );
      },
    ));

  it('that ends without the last blank line is told whole', () =>
    against(
      (socket) => socket.end(SSE_HEAD + event + done.trimEnd()),
      async ({ client, watch }) => {
        client.listen(stream, watch.observe);
        await watch.kind('close');
        assert.equal(watch.text, 'asked open task:working defect:unfinished-frame status:completed close:peer');
      },
    ));

  it('that holds a frame over the limit is left, and says why', () =>
    against(
      (socket) => socket.write(`${SSE_HEAD}${event}data: ${'x'.repeat(100_000)}`),
      async ({ client, watch }) => {
        client.listen(stream, watch.observe);
        await watch.kind('close');
        assert.equal(watch.text, 'asked open task:working defect:frame-size close:caller');
      },
      { maxFrameBytes: 10_000 },
    ));

  it('that holds bytes which are not UTF-8 is told with what they were read as', () =>
    against(
      (socket) => {
        const [before, after] = event.replace('"t"', '"t?"').split('?') as [string, string];
        socket.end(Buffer.concat([Buffer.from(SSE_HEAD + before), Buffer.of(0xff), Buffer.from(after)]));
      },
      async ({ client, watch }) => {
        client.listen(stream, watch.observe);
        await watch.kind('close');
        assert.equal(watch.text, 'asked open defect:encoding task:working close:peer');
        const seen = watch.seen.find((one) => one.kind === 'task');
        assert.equal(seen?.task.id, 't\uFFFD');
      },
    ));

  it('that is empty is opened and closed', () =>
    against(
      (socket) => socket.end(SSE_HEAD),
      async ({ client, watch }) => {
        client.listen(stream, watch.observe);
        await watch.kind('close');
        assert.equal(watch.text, 'asked open close:peer');
      },
    ));

  it('that was closed by the caller tells nothing more, and its connection is gone', () =>
    against(
      (socket) => socket.write(SSE_HEAD + event),
      async ({ client, peer, watch }) => {
        const listening = client.listen(stream, watch.observe);
        await watch.kind('task');
        listening.close();
        listening.close();
        await peer.idle();
        assert.equal(watch.text, 'asked open task:working close:caller');
      },
    ));

  it('that the caller closes while it is being opened is not waited for', () =>
    against(
      () => undefined,
      async ({ client, peer, watch }) => {
        const listening = client.listen(stream, watch.observe);
        while (peer.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
        listening.close();
        await peer.idle();
        assert.equal(watch.text, 'asked close:caller');
      },
    ));

  it('that is ended by a signal is told as a failure before it opens, and as left behind', () =>
    against(
      (socket, _head, nth) => {
        if (nth === 2) socket.write(SSE_HEAD + event);
      },
      async ({ client, peer, watch }) => {
        const first = new AbortController();
        client.listen(stream, watch.observe, { signal: first.signal });
        while (peer.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
        first.abort();
        await watch.kind('failure');
        assert.equal(watch.text, 'asked failure:aborted');
        const second = new AbortController();
        const other = new Watch();
        client.listen(stream, other.observe, { signal: second.signal });
        await other.kind('task');
        second.abort();
        await other.kind('close');
        assert.equal(other.text, 'asked open task:working close:caller');
      },
    ));

  it('that is paused holds back what comes, and goes on', async () => {
    let write: (text: string) => void = () => undefined;
    await against(
      (socket) => {
        socket.write(SSE_HEAD + event);
        write = (text) => socket.write(text);
      },
      async ({ client, watch }) => {
        const listening = client.listen(stream, watch.observe);
        await watch.kind('task');
        listening.pause();
        write(done);
        // A whole exchange over another connection takes longer than those bytes.
        await new Promise((resolve) => setTimeout(resolve, 30));
        assert.equal(watch.text, 'asked open task:working');
        listening.resume();
        await watch.kind('status');
        listening.close();
        assert.equal(watch.text, 'asked open task:working status:completed close:caller');
      },
    );
  });

  it('that does not begin within its time is a failure', () =>
    against(
      () => undefined,
      async ({ client, watch }) => {
        client.listen(stream, watch.observe, { headersTimeoutMs: 20 });
        await watch.kind('failure');
        assert.equal(watch.text, 'asked failure:timeout');
      },
    ));
});

describe('a streaming call that is answered otherwise', () => {
  const answered = (text: string, expected: string): Promise<void> =>
    against(
      (socket) => socket.write(text),
      async ({ client, watch }) => {
        client.listen(stream, watch.observe);
        await watch.until((seen) => ['error', 'failure', 'task', 'close'].includes(seen.at(-1)?.kind ?? ''));
        assert.equal(watch.text, expected);
        assert.equal(watch.seen.at(-1)?.vantage.channel, expected.includes('close') ? 'stream' : 'answer');
      },
    );

  it('by a result tells it', () =>
    answered(response(JSON.stringify({ task }), JSON_TYPE), 'asked defect:not-sse task:working'));
  it('by an error tells it', () =>
    answered(
      response(
        JSON.stringify({ error: { code: 400, message: 'no', details: [{ reason: 'UNSUPPORTED_OPERATION' }] } }),
        JSON_TYPE,
        '400 Bad Request',
      ),
      'asked error:UnsupportedOperation',
    ));
  it('by a page tells that it is none of A2A', () =>
    answered(
      response('<html></html>', ['content-type: text/html'], '500 Internal Server Error'),
      'asked defect:error-shape error:other',
    ));
  it('by a page with 200 has failed', () =>
    answered(
      response('<html></html>', ['content-type: text/html']),
      'asked defect:content-type defect:not-json failure:unreadable',
    ));
  it('by nothing has failed', () =>
    answered('HTTP/1.1 204 No Content\r\n\r\n', 'asked defect:not-json failure:unreadable'));
  it('by a stream of another name is read as one', () =>
    answered(
      response(event + done, ['content-type: text/plain']),
      'asked defect:not-sse open task:working status:completed close:peer',
    ));
});

describe('a call', () => {
  it('is made with the headers of its owner and the id of its vantage', () =>
    against(
      (socket, head) => {
        assert.match(head, /^POST \/ /);
        socket.write(response(JSON.stringify({ jsonrpc: '2.0', id: -1, result: task }), JSON_TYPE));
      },
      async ({ client, watch }) => {
        await client.ask(get, watch.observe);
        assert.equal(watch.text, 'asked defect:rpc-id task:working');
      },
      { binding: 'JSONRPC' },
    ));

  it('that the dialect has no way to make is not sent', () =>
    against(
      () => assert.fail('nothing is to be sent'),
      async ({ client, watch }) => {
        await client.ask({ operation: 'GetTask', taskId: '..' }, watch.observe);
        client.listen({ operation: 'SubscribeToTask', taskId: '.' }, watch.observe).close();
        assert.match(watch.text, /^asked failure:unsupported asked failure:unsupported/);
        assert.ok(watch.seen.every((one) => one.kind !== 'failure' || !one.sent));
      },
    ));

  it('that is answered by too much has failed, and what came is not kept', () =>
    against(
      (socket) => {
        const more = Buffer.alloc(1024 * 1024, 0x20);
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
        const pour = (): void => {
          while (!socket.destroyed && socket.write(more));
        };
        socket.on('drain', pour);
        pour();
      },
      async ({ client, watch }) => {
        await client.ask(get, watch.observe);
        assert.equal(watch.text, 'asked failure:too-large');
      },
    ));

  it('that is redirected is an error: nobody follows with credentials', () =>
    against(
      (socket) => socket.write(response('', ['location: https://elsewhere.example/'], '307 Temporary Redirect')),
      async ({ client, watch }) => {
        await client.ask(send, watch.observe);
        assert.equal(watch.text, 'asked error:other');
      },
    ));

  it('that gets no answer says whether it was sent', () =>
    against(
      (socket) => socket.destroy(),
      async ({ client, peer, watch }) => {
        await client.ask(get, watch.observe);
        await peer.close();
        await client.ask(get, watch.observe);
        assert.match(watch.text, /^asked failure:reset asked failure:unreachable$/);
        assert.deepEqual(
          watch.seen.flatMap((one) => (one.kind === 'failure' ? [one.sent] : [])),
          [true, false],
        );
      },
    ));

  it('that takes too long has failed', () =>
    against(
      () => undefined,
      async ({ client, watch }) => {
        await client.ask(get, watch.observe, { timeoutMs: 20 });
        assert.equal(watch.text, 'asked failure:timeout');
      },
    ));
});

describe('a call in a writing that the peer does not want', () => {
  const oldTask = JSON.stringify({ task: { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } } });
  const refused = response('{"code":-32602,"message":"message.content is missing"}', JSON_TYPE, '400 Bad Request');
  const taken = response(oldTask, JSON_TYPE, '201 Created');

  it('is made again in the other, once, and in that one from then on', () =>
    against(
      (socket, _head, nth) => socket.write(nth === 1 ? refused : taken),
      async ({ client, peer, watch }) => {
        await client.ask(send, watch.observe);
        await client.ask(send, watch.observe);
        assert.equal(watch.text, 'asked task:working asked task:working');
        assert.equal(peer.requests.length, 3);
      },
      { dialect: '0.3' },
    ));

  it('is refused for good if the other is refused too, and tells the first refusal', () =>
    against(
      (socket, _head, nth) =>
        socket.write(nth === 1 ? refused : response('{"message":"other"}', JSON_TYPE, '400 Bad Request')),
      async ({ client, peer, watch }) => {
        const before = client.codec;
        await client.ask(send, watch.observe);
        assert.equal(watch.text, 'asked error:InvalidParams');
        assert.equal(client.codec, before);
        assert.equal(peer.requests.length, 2);
      },
      { dialect: '0.3' },
    ));

  it('streams in the other', () =>
    against(
      (socket, _head, nth) =>
        socket.write(nth === 1 ? refused : `${SSE_HEAD}data: ${oldTask}\n\n`, () => nth === 2 && socket.end()),
      async ({ client, watch }) => {
        client.listen(stream, watch.observe);
        await watch.kind('close');
        assert.equal(watch.text, 'asked open task:working close:peer');
      },
      { dialect: '0.3' },
    ));

  it('subscribes by the other method', () =>
    against(
      (socket, head) => {
        if (head.startsWith('POST')) socket.write(response('', [], '405 Method Not Allowed'));
        else socket.end(SSE_HEAD + event);
      },
      async ({ client, watch }) => {
        client.listen({ operation: 'SubscribeToTask', taskId: 't' }, watch.observe);
        await watch.kind('close');
        assert.equal(watch.text, 'asked open task:working close:peer');
      },
    ));
});
