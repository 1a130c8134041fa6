// The agent of the guard's benchmark, in a process of its own: 1.0 over JSON-RPC, as little work for each event as may be.
// Its card may be kept for an hour, as that of any server on the official SDK.
// Every path below it is an agent of its own, since a guard spares each with its reads. A message of "<events> <ms>" is answered by a stream of so many events, so far apart. Told "count" by its parent, it
// tells how many requests came since.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: {
    readonly id?: string;
    readonly message?: { readonly parts: readonly { readonly text?: string }[] };
  };
}

type Told = (event: object, last: boolean) => void;

/** A task, as a read shows it, and whoever listens to it. */
interface Entry {
  task: object;
  readonly listeners: Set<Told>;
}

const tasks = new Map<string, Entry>();
let requests = 0;

const server = createServer((request, response) => {
  requests++;
  if (request.method === 'GET') {
    response.setHeader('cache-control', 'public, max-age=3600');
    return json(response, card(request.url?.split('/')[1] ?? ''));
  }
  void answer(request, response);
});
server.listen(0, '127.0.0.1', 4_096);
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
process.send?.({ url });
process.on('message', () => {
  process.send?.({ requests });
  requests = 0;
});
process.on('disconnect', () => process.exit());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Call;
  const result = (value: object): void => json(response, { jsonrpc: '2.0', id, result: value });
  const stream: Told = (event, last) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: event })}\n\n`);
    if (last) response.end();
  };
  const known = tasks.get(params.id ?? '');
  const [events = 1, apartMs = 1] = (params.message?.parts[0]?.text ?? '').split(' ').map(Number);
  switch (method) {
    case 'SendStreamingMessage':
      await work(events, apartMs, stream);
      return;
    case 'SendMessage':
      await work(events, apartMs, (event) => {
        if ('task' in event) result(event);
      });
      return;
    case 'SubscribeToTask':
      known?.listeners.add(stream);
      return stream({ task: known?.task }, known === undefined);
    default:
      if (known !== undefined) return result(known.task);
      json(response, { jsonrpc: '2.0', id, error: { code: -32001, message: 'no such task' } });
  }
}

/** The task, `working`, chunks of one artifact, and `completed`; one event alone is the completed task. */
async function work(events: number, apartMs: number, first: Told): Promise<void> {
  const taskId = randomUUID();
  const contextId = randomUUID();
  const parts = Array.from({ length: Math.max(1, events - 3) }, (_, chunk) => ({
    text: `chunk ${chunk} of the answer `.padEnd(80, 'lorem ipsum '),
    mediaType: 'text/plain',
  }));
  const state = (name: string) => ({ state: `TASK_STATE_${name}`, timestamp: new Date().toISOString() });
  const task = (name: string, so: readonly object[]) => ({
    id: taskId,
    contextId,
    status: state(name),
    ...(so.length === 0 ? {} : { artifacts: [{ artifactId: 'answer', parts: so }] }),
  });
  const entry: Entry = {
    task: task(events === 1 ? 'COMPLETED' : 'SUBMITTED', events === 1 ? parts : []),
    listeners: new Set([first]),
  };
  tasks.set(taskId, entry);
  const tell = (event: object, last = false): void => {
    for (const listener of entry.listeners) listener(event, last);
  };
  tell({ task: entry.task }, events === 1);
  if (events === 1) return;
  await pause(apartMs);
  entry.task = task('WORKING', []);
  tell({ statusUpdate: { taskId, contextId, status: state('WORKING') } });
  for (const [chunk, part] of parts.entries()) {
    await pause(apartMs);
    entry.task = task('WORKING', parts.slice(0, chunk + 1));
    const artifact = { artifactId: 'answer', parts: [part] };
    tell({ artifactUpdate: { taskId, contextId, artifact, append: chunk > 0, lastChunk: chunk === parts.length - 1 } });
  }
  await pause(apartMs);
  entry.task = task('COMPLETED', parts);
  tell({ statusUpdate: { taskId, contextId, status: state('COMPLETED') } }, true);
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function card(agent: string) {
  return {
    name: 'agent of a benchmark',
    description: 'Answers in pieces.',
    version: '1',
    supportedInterfaces: [{ url: `${url}${agent}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
}
