import type { ServerResponse } from 'node:http';
import type { Exchange, Reply } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { HttpAnswer } from '../http-message.ts';
import type { Ledger } from '../ledger.ts';
import type { State, StreamEvent } from '../model.ts';
import type { Responder } from './responder.ts';
import { openStream, plainFraming, sendFrame } from './sse.ts';

/** Where a reply goes. */
export interface Outlet {
  readonly exchange: Exchange;
  readonly responder: Responder;
  readonly response: ServerResponse;
  readonly ledger: Ledger;
}

/** Sends a reply to its caller and writes down what was sent. */
export async function respond(outlet: Outlet, reply: Reply): Promise<void> {
  const { exchange, responder, response, ledger } = outlet;
  if (reply.kind === 'stream') return respondStream(outlet, reply);
  if (reply.kind === 'drop') {
    ledger.add({ ...about(outlet, reply), kind: 'answer', note: 'connection dropped' });
    response.destroy();
    return;
  }
  const answer = (reply.dress ?? asItIs)(answerOf(responder, exchange, reply));
  const note = response.destroyed ? 'the caller had gone' : undefined;
  const bytes = Buffer.byteLength(answer.body);
  ledger.add({ ...about(outlet, reply), kind: 'answer', status: answer.status, bytes, note });
  sendAnswer(response, answer);
}

export function sendAnswer(response: ServerResponse, { status, type, body, headers }: HttpAnswer): void {
  const content = body === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...content, ...headers }).end(body);
}

const asItIs = (answer: HttpAnswer): HttpAnswer => answer;

type WholeReply = Exclude<Reply, { kind: 'stream' | 'drop' }>;

function answerOf(responder: Responder, { operation }: Exchange, reply: WholeReply): HttpAnswer {
  if (reply.kind === 'raw') return reply;
  return reply.kind === 'fault' ? responder.fault(reply.fault) : responder.result(operation, reply);
}

type StreamReply = Extract<Reply, { kind: 'stream' }>;

async function respondStream(outlet: Outlet, reply: StreamReply): Promise<void> {
  const { exchange, responder, response, ledger } = outlet;
  const { operation } = exchange;
  const framing = reply.framing ?? plainFraming;
  const stream = exchange.number;
  let taskId = exchange.params.taskId ?? exchange.params.message?.taskId;
  ledger.add({ kind: 'stream-open', exchange: exchange.number, stream, operation, taskId });
  openStream(response, reply.dress ?? asItIs);
  let index = 0;
  const heart = beat(response, reply.heartbeat);
  try {
    for await (const event of untilGone(reply.events, exchange.signal)) {
      taskId ??= taskOf(event);
      heart.hold();
      const bytes = await sendFrame(response, framing(responder.frame(event), index++), exchange.signal);
      heart.goOn();
      if (bytes === 0) break;
      ledger.add({ kind: 'frame', stream, operation, taskId, event: event.kind, state: stateOf(event), bytes });
    }
    ledger.add({ kind: 'stream-close', stream, operation, taskId, by: response.destroyed ? 'caller' : 'peer' });
    response.end();
  } catch (error) {
    if (error instanceof Fault) {
      await sendFrame(response, framing(responder.faultFrame(error), index), exchange.signal);
      response.end();
    } else response.destroy();
    ledger.add({ kind: 'stream-close', stream, operation, taskId, by: 'peer', note: 'broken off' });
  } finally {
    heart.hold();
  }
}

/** Sends the heartbeat in the pauses between frames. */
function beat(response: ServerResponse, heartbeat: StreamReply['heartbeat']) {
  let timer: NodeJS.Timeout | undefined;
  const goOn = () => {
    if (heartbeat !== undefined) timer = setInterval(() => response.write(heartbeat.text), heartbeat.everyMs);
  };
  goOn();
  return { goOn, hold: () => clearInterval(timer) };
}

/** The events until the caller has gone, even if the next one never comes. */
async function* untilGone<T>(events: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const iterator = events[Symbol.asyncIterator]();
  let leave = () => {};
  signal.addEventListener('abort', () => leave(), { once: true });
  while (!signal.aborted) {
    const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
      leave = () => resolve(undefined);
      iterator.next().then(resolve, reject);
    });
    if (next === undefined) break;
    if (next.done === true) return;
    yield next.value;
  }
  // A generator that waits can't be told to stop; it ends by itself when its own signal aborts.
  iterator.return?.().catch(() => undefined);
}

function about({ exchange }: Outlet, reply: Reply) {
  const { operation, params, number } = exchange;
  const task = reply.kind === 'task' ? reply.task : undefined;
  const fault = reply.kind === 'fault' ? reply.fault.reason : undefined;
  const taskId = params.taskId ?? params.message?.taskId ?? task?.id;
  return { exchange: number, operation, taskId, state: task?.status.state, fault };
}

function taskOf(event: StreamEvent): string | undefined {
  if (event.kind === 'task') return event.task.id;
  if (event.kind === 'other') return undefined;
  return event.kind === 'message' ? event.message.taskId : event.taskId;
}

function stateOf(event: StreamEvent): State | undefined {
  if (event.kind === 'task') return event.task.status.state;
  return event.kind === 'status' ? event.status.state : undefined;
}
