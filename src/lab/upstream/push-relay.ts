import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { TaskMemory } from '../deviations/parts/task-memory.ts';
import type { Deliver, Handler, Reply } from '../exchange.ts';
import type { HttpRequest } from '../http-message.ts';
import type { PushConfig, StreamEvent, Task } from '../model.ts';
import type { Dialect } from '../wire/dialect.ts';
import { asObject } from '../wire/json.ts';

const place = '/push/';

export interface PushRelayOptions {
  readonly dialect: Dialect;
  /** Where the agent behind reaches this peer, without a path. */
  readonly ownUrl: () => string;
  /** Takes what arrives, for the config that the caller asked for. */
  readonly deliver: Deliver;
}

/**
 * Stands between an agent and its caller's web-hooks, so that deviations can act on what goes there: the agent is given
 * a url of this peer in the place of each, and never learns the real one.
 */
export class PushRelay {
  readonly #options: PushRelayOptions;
  readonly #configs = new TaskMemory<PushConfig>();

  constructor(options: PushRelayOptions) {
    this.#options = options;
  }

  /** The agent as told of urls of this peer; its answers name those of the caller. */
  around(handler: Handler): Handler {
    return async (exchange) => {
      const { push } = exchange.params;
      if (push === undefined) return this.#restore(await handler(exchange));
      const secret = randomUUID();
      this.#configs.set(secret, push);
      const relayed = { ...push, url: this.#options.ownUrl() + place + secret };
      return this.#restore(await handler({ ...exchange, params: { ...exchange.params, push: relayed } }));
    };
  }

  /** Takes a call to a url that was given out; false if it is none. */
  take({ method, path, headers, body }: HttpRequest, response: ServerResponse): boolean {
    const config = path.startsWith(place) ? this.#configs.get(path.slice(place.length)) : undefined;
    if (config === undefined || method !== 'POST') return false;
    const json = parse(body);
    const event: StreamEvent = json === undefined ? { kind: 'other', json: {} } : this.#options.dialect.readPush(json);
    const task = taskAfter(event, config.taskId);
    const call = { headers: told(headers), asItCame: { event, body } };
    const delivery = { config: { ...config, taskId: task.id }, task, event, call };
    // Answered at once: whoever waits for its answer could not be made to overtake itself.
    response.writeHead(204).end();
    void this.#options.deliver(delivery);
    return true;
  }

  #restore(reply: Reply): Reply {
    if (reply.kind === 'push') return { ...reply, config: this.#real(reply.config) };
    return reply.kind === 'pushes' ? { ...reply, configs: reply.configs.map((each) => this.#real(each)) } : reply;
  }

  #real(config: PushConfig): PushConfig {
    const at = config.url.lastIndexOf(place);
    const real = at < 0 ? undefined : this.#configs.get(config.url.slice(at + place.length));
    return real === undefined ? config : { ...config, url: real.url };
  }
}

/** The headers of a call that say something to its receiver. */
function told(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'keep-alive'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
}

function taskAfter(event: StreamEvent, known: string): Task {
  if (event.kind === 'task') return event.task;
  const working = { state: 'working' } as const;
  if (event.kind === 'other') return { id: known, contextId: '', status: working };
  if (event.kind === 'message') return { id: event.message.taskId ?? known, contextId: '', status: working };
  const { taskId: id, contextId } = event;
  if (event.kind === 'status') return { id, contextId, status: event.status };
  return { id, contextId, status: working, artifacts: [event.artifact] };
}

function parse(body: string) {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return undefined;
  }
}
