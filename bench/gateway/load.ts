import { Agent, type IncomingMessage, request } from 'node:http';

const keepAlive = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const call = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 'call-1', method, params });
let messages = 0;

function post(url: string, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'a2a-version': '1.0',
      'content-length': Buffer.byteLength(body),
    };
    request(`${url}/`, { method: 'POST', agent: keepAlive, headers }, resolve).on('error', reject).end(body);
  });
}

async function drain(response: IncomingMessage): Promise<void> {
  for await (const _ of response);
}

/** Reads tasks over so many connections at once. */
export async function reads(url: string, count: number, connections = 32): Promise<void> {
  const body = call('GetTask', { id: 'task-1' });
  await inParallel(count, connections, async () => drain(await post(url, body)));
}

/** Sends messages that complete at once. */
export async function sends(url: string, count: number, connections = 256): Promise<void> {
  await inParallel(count, connections, async () => drain(await post(url, call('SendMessage', message('hello')))));
}

/** Streams of so many events each, in bursts. */
export async function bursts(url: string, streams: number, events: number): Promise<void> {
  await inParallel(streams, 4, async () =>
    drain(await post(url, call('SendStreamingMessage', message(`burst ${events}`)))),
  );
}

/** Streams at once with an event a packet; resolves to how long each event took, in µs. */
export async function drips(url: string, streams: number, events: number): Promise<readonly number[]> {
  const took: number[] = [];
  await inParallel(streams, streams, async () => {
    const response = await post(url, call('SendStreamingMessage', message(`drip ${events}`)));
    response.setEncoding('latin1');
    for await (const chunk of response) {
      const now = process.hrtime.bigint();
      for (const [, at = ''] of String(chunk).matchAll(/"at":"(\d+)"/g)) took.push(Number(now - BigInt(at)) / 1_000);
    }
  });
  return took.sort((a, b) => a - b);
}

/** Streams that are kept open, and how many of them still are. */
export interface IdleStreams {
  open(): number;
  close(): void;
}

/** Opens streams that say nothing. */
export async function idle(url: string, streams: number): Promise<IdleStreams> {
  const all = new Set<IncomingMessage>();
  await inParallel(streams, 64, async () => {
    const response = await post(url, call('SendStreamingMessage', message('idle')));
    response.resume();
    all.add(response);
    response.once('close', () => all.delete(response));
  });
  return {
    open: () => all.size,
    close: () => {
      for (const response of all) response.destroy();
    },
  };
}

function message(text: string) {
  return { message: { messageId: `message-${++messages}`, role: 'ROLE_USER', parts: [{ text }] } };
}

async function inParallel(count: number, width: number, one: () => Promise<void>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: Math.min(width, count) }, async () => {
      while (left-- > 0) await one();
    }),
  );
}
