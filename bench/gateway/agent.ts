// An agent that costs next to nothing, for measuring what stands before it. Prints its URL; the first word says what to do.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const task = (state: string) => ({
  id: 'task-1',
  contextId: 'context-1',
  status: { state, timestamp: '2026-01-02T03:04:05.678Z' },
});
const answer = (id: unknown, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });
let tasks = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'GET') return sendJson(response, JSON.stringify(cardAt(`http://${request.headers.host}`)));
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    if (method === 'GetTask') {
      const ended = String(params.id).startsWith('ended');
      return sendJson(
        response,
        answer(id, { ...task(ended ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_WORKING'), id: params.id }),
      );
    }
    if (method === 'SendMessage') {
      const ended = `ended-${++tasks}`;
      return sendJson(response, answer(id, { task: { ...task('TASK_STATE_COMPLETED'), id: ended } }));
    }
    stream(response, id, params.message?.parts?.[0]?.text ?? 'idle');
  });
});

function stream(response: ServerResponse, id: unknown, text: string): void {
  const [word, count = '0'] = text.split(' ');
  const taskId = `task-${++tasks}`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${answer(id, { task: { ...task('TASK_STATE_WORKING'), id: taskId } })}\n\n`);
  const part = {
    text: 'still at it, more soon, and some words to fill the part up to its usual length of a few hundred bytes',
  };
  const artifact = { artifactId: 'answer', parts: [part], metadata: { at: '' } };
  const frame = (at: string) =>
    `data: ${answer(id, { artifactUpdate: { taskId, contextId: 'context-1', artifact: { ...artifact, metadata: { at } }, append: true } })}\n\n`;
  const end = (): void => {
    const status = { state: 'TASK_STATE_INPUT_REQUIRED', timestamp: '2026-01-02T03:04:06.678Z' };
    response.end(`data: ${answer(id, { statusUpdate: { taskId, contextId: 'context-1', status } })}\n\n`);
  };
  if (word === 'burst') {
    const chunk = Buffer.from(frame('-').repeat(50));
    let left = Number(count) / 50;
    const write = (): void => {
      while (left-- > 0) if (!response.write(chunk)) return void response.once('drain', write);
      end();
    };
    write();
  } else if (word === 'drip') {
    let left = Number(count);
    const timer = setInterval(() => {
      if (left-- > 0 && !response.destroyed) return void response.write(frame(String(process.hrtime.bigint())));
      clearInterval(timer);
      end();
    }, 10);
  }
}

function sendJson(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

function cardAt(url: string) {
  return {
    name: 'agent',
    description: 'for measuring',
    version: '1',
    supportedInterfaces: [{ url: `${url}/`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('message', () => process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }));
