import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAgentCard } from '../../src/card/agent-card.ts';
import { claimsOf } from '../../src/contract/card-claims.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { anchoredClock } from '../../src/http/clock.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { createInterfaceClient, type InterfaceClient } from '../../src/http/interface-client.ts';
import type { Recording } from '../../src/judge/recording.ts';
import type { Call } from '../../src/protocol/call.ts';
import { codecFor } from '../../src/protocol/codec-for.ts';
import type { Part } from '../../src/protocol/model.ts';
import type { Observation } from '../../src/protocol/observation.ts';
import { isTerminal } from '../../src/protocol/task-state.ts';
import { GAP_MS, SHORT_LIMITS, SPAN_MS } from './short-limits.ts';

/** The longest that a stream is waited for, on whatever machine. */
const PATIENCE_MS = 10_000;

/** Enough for the work that is sent, however slow the machine is. */
const MOST_READS = 100;

let messages = 0;

function send(text: string, more: { parts?: readonly Part[]; taskId?: string; blocking?: boolean } = {}): Call {
  const { parts = [{ text }], taskId, blocking = false } = more;
  const message = { messageId: `message-${++messages}`, parts, ...(taskId === undefined ? {} : { taskId }) };
  return { operation: 'SendMessage', message, blocking };
}

/** A stream that is being listened to, and what came by it so far. */
interface Listened {
  readonly seen: readonly Observation[];
  until(test: (seen: Observation) => boolean): Promise<void>;
  close(): void;
}

/**
 * Uses an agent as callers do, in several ways at once, believes nothing and judges nothing: all that it does is write
 * down what it sees. It doesn't know what to look for.
 */
class Prober {
  readonly observations: Observation[] = [];
  readonly #client: InterfaceClient;

  constructor(client: InterfaceClient) {
    this.#client = client;
  }

  /** Makes a call; resolves to the id of the task that its answer tells. */
  async ask(call: Call): Promise<string | undefined> {
    let taskId: string | undefined;
    await this.#client.ask(call, (seen) => {
      this.observations.push(seen);
      if (seen.kind === 'task') taskId = seen.task.id;
    });
    return taskId;
  }

  listen(call: Call): Listened {
    const seen: Observation[] = [];
    const waiting = new Set<() => void>();
    const subscription = this.#client.listen(call, (one) => {
      seen.push(one);
      this.observations.push(one);
      for (const wake of waiting) wake();
    });
    const over = (): boolean => seen.some(({ kind }) => kind === 'close' || kind === 'error' || kind === 'failure');
    return {
      seen,
      close: () => subscription.close(),
      until: async (test) => {
        const patience = AbortSignal.timeout(PATIENCE_MS);
        while (!seen.some(test) && !over() && !patience.aborted) {
          await new Promise<void>((resolve) => {
            waiting.add(resolve);
            patience.addEventListener('abort', () => resolve(), { once: true });
          });
        }
      },
    };
  }

  async read(taskId: string, times: number): Promise<void> {
    for (let read = 0; read < times; read++) {
      await this.ask({ operation: 'GetTask', taskId });
      await sleep(GAP_MS);
    }
  }

  /** Reads until the agent says that the task has ended, and a little longer. */
  async readToTheEnd(taskId: string): Promise<void> {
    const isOver = (): boolean =>
      this.observations.some(
        (seen) =>
          seen.kind === 'task' &&
          seen.vantage.operation === 'GetTask' &&
          seen.task.id === taskId &&
          isTerminal(seen.task.state),
      );
    for (let read = 0; read < MOST_READS && !isOver(); read++) await this.read(taskId, 1);
    await this.read(taskId, 8);
  }

  /** Streams work to its end and reads it, then treats the ended task as one that lives. */
  async streaming(): Promise<void> {
    const stream = this.listen({ ...send('slow 6'), operation: 'SendStreamingMessage' } as Call);
    await stream.until(isEnd);
    await sleep(SPAN_MS);
    stream.close();
    const taskId = stream.seen.flatMap((one) => taskIdIn(one)).at(0);
    if (taskId === undefined) return;
    await this.read(taskId, 3);
    await this.ask({ operation: 'CancelTask', taskId });
    await this.read(taskId, 2);
  }

  /** Waits for the answer, and reads again and again. */
  async waiting(): Promise<void> {
    const taskId = await this.ask(send('hello', { blocking: true }));
    if (taskId !== undefined) await this.read(taskId, 12);
  }

  /** Asks for nothing but the id, and reads until long after the end. */
  async polling(): Promise<void> {
    const taskId = await this.ask(send('slow 4'));
    if (taskId !== undefined) await this.readToTheEnd(taskId);
  }

  /** Subscribes twice to work under way, with reads beside. */
  async subscribing(): Promise<void> {
    const taskId = await this.ask(send('slow 10'));
    if (taskId === undefined) return;
    const first = this.listen({ operation: 'SubscribeToTask', taskId });
    await this.read(taskId, 1);
    const second = this.listen({ operation: 'SubscribeToTask', taskId });
    await this.read(taskId, 5);
    await Promise.all([first.until(isEnd), second.until(isEnd)]);
    await this.read(taskId, 2);
    first.close();
    second.close();
  }

  /** Cancels streamed work, watches the stream and reads for long after. */
  async cancelingStream(): Promise<void> {
    const stream = this.listen({ ...send('slow 30'), operation: 'SendStreamingMessage' } as Call);
    await stream.until(({ kind }) => kind === 'artifact');
    const taskId = stream.seen.flatMap((one) => taskIdIn(one)).at(0);
    if (taskId !== undefined) {
      await this.ask({ operation: 'CancelTask', taskId });
      await this.read(taskId, 8);
    }
    stream.close();
  }

  /** Cancels work without a stream, and reads until it would be done. */
  async canceling(): Promise<void> {
    const taskId = await this.ask(send('slow 18'));
    if (taskId === undefined) return;
    await this.read(taskId, 1);
    await this.ask({ operation: 'CancelTask', taskId });
    await this.readToTheEnd(taskId);
  }

  /** Registers a web-hook, asks for it back, and waits for what is delivered to it. */
  async hooking(url: string): Promise<void> {
    const taskId = await this.ask(send('slow 6'));
    if (taskId === undefined) return;
    await this.ask({ operation: 'CreateTaskPushNotificationConfig', taskId, push: { id: 'hook', url } });
    await this.ask({ operation: 'GetTaskPushNotificationConfig', taskId, configId: 'hook' });
    await this.ask({ operation: 'ListTaskPushNotificationConfigs', taskId });
    await this.readToTheEnd(taskId);
    await sleep(SHORT_LIMITS.pushMs);
    await this.read(taskId, 1);
  }

  /** Takes what is delivered to a web-hook. */
  delivered(body: Buffer, headers: IncomingHttpHeaders): void {
    const registered = this.observations.find(({ vantage }) => vantage.request.pushUrl !== undefined)?.vantage;
    if (registered === undefined) return;
    const vantage = { ...registered, id: -registered.id, channel: 'push' as const };
    this.#client.codec.decodePush(vantage, { headers, body, received: anchoredClock() }, (seen) =>
      this.observations.push(seen),
    );
  }

  /** Sends input of a type that the card does not list, at first and in answer to a question. */
  async feeding(): Promise<void> {
    const parts = [{ raw: 'AA==', mediaType: 'image/png', filename: 'dot.png' }];
    const fed = await this.ask(send('', { parts, blocking: true }));
    if (fed !== undefined) await this.read(fed, 2);
    const taskId = await this.ask(send('clarify', { blocking: true }));
    if (taskId === undefined) return;
    await this.ask(send('', { parts, taskId, blocking: true }));
    await this.read(taskId, 2);
  }
}

/** Speaks to the agent behind a card as 1.0 over JSON-RPC, and writes down what it sees of it. */
export async function probe(cardUrl: string): Promise<Recording> {
  const http = createHttpClient({ allow: anyAddress });
  try {
    const answer = await http.request({ url: cardUrl });
    const card = readAgentCard(JSON.parse(answer.body.toString()));
    const url = card?.interfaces.find(({ binding }) => binding === 'JSONRPC')?.url ?? '';
    const prober = new Prober(createInterfaceClient({ http, codec: codecFor('1.0', 'JSONRPC'), endpoint: { url } }));
    const hook = await listenFor((body, headers) => prober.delivered(body, headers));
    await Promise.all([
      prober.streaming(),
      prober.waiting(),
      prober.polling(),
      prober.subscribing(),
      prober.cancelingStream(),
      prober.canceling(),
      prober.hooking(hook.url),
      prober.feeding(),
    ]).finally(() => hook.close());
    const claims = claimsOf(card, { dialect: '1.0', binding: 'JSONRPC' });
    return { claims, observations: prober.observations, framesTimed: true };
  } finally {
    await http.close();
  }
}

/** A web-hook on a free port. */
async function listenFor(onDelivery: (body: Buffer, headers: IncomingHttpHeaders) => void) {
  const server = createServer(async (request, response) => {
    onDelivery(await buffer(request), request.headers);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close };
}

function taskIdIn(seen: Observation): readonly string[] {
  if (seen.kind === 'task') return [seen.task.id];
  return (seen.kind === 'status' || seen.kind === 'artifact') && seen.taskId !== undefined ? [seen.taskId] : [];
}

function isEnd(seen: Observation): boolean {
  return seen.kind === 'status' && isTerminal(seen.state);
}
