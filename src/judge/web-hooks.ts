import type { PushRegistration } from '../protocol/call.ts';
import type { Codec, WireBody } from '../protocol/codec.ts';
import { asText } from '../protocol/json.ts';
import type { Vantage } from '../protocol/observation.ts';
import { taskIdIn } from './courses.ts';
import { bodyText, headersOf, type TraceLine, type UnreadLine, wireBody } from './trace-line.ts';

/** Takes what was delivered. */
export interface Receiver {
  receive(line: TraceLine, delivery: WireBody, hook: Hook): void;
}

/** The registration of a web-hook, as a trace shows it. */
export interface Registration {
  /** Who reads what is seen of the agent at which it was registered. */
  readonly receiver: Receiver;
  /** The line at which it was asked for. */
  readonly line: number;
  /** The call that registers it. */
  readonly call: Vantage;
  /** What is delivered to it is seen by this one. */
  readonly vantage: Vantage;
  readonly codec: Codec;
  readonly push: PushRegistration;
}

/** A web-hook that is known to be of a task, or may still turn out to be. */
export interface Hook extends Registration {
  readonly search: string;
  /** `undefined` for that of a message until something tells its task. */
  taskId: string | undefined;
  /** The line at which another registration takes its place. */
  until: number;
}

/**
 * The web-hooks that a trace shows being registered, and which of them a delivery came to. One URL may serve any number
 * of tasks, each with credentials of its own. So registrations and the answers to them have to be read before a delivery
 * can be placed; among several that fit, it is given to one of which nothing wrong is seen.
 */
export class WebHooks {
  /** By the path of their URL. */
  readonly #hooks = new Map<string, Hook[]>();
  readonly #deliveries: TraceLine[] = [];
  readonly #byConfig = new Map<string, Hook>();

  /** Whoever learns for which task it is says so by the hook; `undefined` for what is no URL. */
  register(registration: Registration): Hook | undefined {
    const { push, call, line, receiver } = registration;
    if (!URL.canParse(push.url)) return undefined;
    const { pathname, search } = new URL(push.url);
    const taskId = asText(call.request.taskId);
    const hook: Hook = { ...registration, search, taskId, until: Number.POSITIVE_INFINITY };
    const there = this.#hooks.get(pathname);
    if (there === undefined) this.#hooks.set(pathname, [hook]);
    else there.push(hook);
    if (taskId === undefined || push.id === undefined) return hook;
    const config = JSON.stringify([taskId, push.id]);
    const replaced = this.#byConfig.get(config);
    if (replaced?.receiver === receiver) replaced.until = line;
    this.#byConfig.set(config, hook);
    return hook;
  }

  /**
   * Whether a secret is that of another web-hook than this one. That of a registration whose place this one took is not:
   * when credentials are renewed, a delivery with the old ones may still be under way.
   */
  isOfAnother(secret: string, own: Hook): boolean {
    return Array.from(this.#hooks.values())
      .flat()
      .some(
        (hook) =>
          hook.push !== own.push &&
          (hook.push.token === secret || hook.push.authentication?.credentials === secret) &&
          !isRenewedBy(hook, own),
      );
  }

  /** Keeps a delivery until all else is read. */
  keep(line: TraceLine): void {
    this.#deliveries.push(line);
  }

  /** Hands out what was delivered, in order. What came to no web-hook that was registered before it is listed. */
  settle(unread: UnreadLine[]): void {
    for (const line of this.#deliveries) {
      const delivery = wireBody(bodyText(line.json['body']), headersOf(line.json), line.at);
      const hooks = this.#of(line, delivery);
      const hook = hooks.at(-1);
      if (hook === undefined) {
        unread.push({ line: line.line, why: 'a delivery to a web-hook that nobody registered' });
      } else if (hooks.some(({ receiver }) => receiver !== hook.receiver)) {
        unread.push({ line: line.line, why: 'a delivery that may be for several agents' });
      } else {
        hook.receiver.receive(line, delivery, hook);
      }
    }
  }

  /** The web-hooks that a delivery may have come to, the likeliest last. */
  #of(line: TraceLine, delivery: WireBody): readonly Hook[] {
    const there = this.#at(line);
    const taskId = there[0] && taskToldBy(there[0], delivery);
    const token = asText(delivery.headers['x-a2a-notification-token']);
    const authorization = asText(delivery.headers['authorization']);
    let fitting = taskId === undefined ? there : ofTask(there, taskId, token);
    fitting = narrowed(fitting, ({ push }) => push.token === token);
    fitting = narrowed(fitting, ({ push }) => push.authentication?.credentials === credentialsIn(authorization));
    fitting = narrowed(fitting, ({ push }) => (push.authentication !== undefined) === (authorization !== undefined));
    // Of messages whose tasks nobody told, the first one.
    const [open] = taskId === undefined ? [] : fitting.filter((hook) => hook.taskId === undefined);
    if (open === undefined) return fitting;
    if (fitting.every(({ receiver }) => receiver === open.receiver)) open.taskId = taskId;
    return [...fitting, open];
  }

  /** Those at the URL of a delivery. Records may leave out the query, which often is a secret. */
  #at({ line, json }: TraceLine): readonly Hook[] {
    const path = asText(json['path']) ?? '';
    if (!URL.canParse(path, ANY_ORIGIN)) return [];
    const { pathname, search } = new URL(path, ANY_ORIGIN);
    const there = (this.#hooks.get(pathname) ?? []).filter(
      (hook) =>
        hook.line < line && line < hook.until && (hook.search === search || hook.search === '' || search === ''),
    );
    return narrowed(there, (hook) => hook.search === search);
  }
}

/** Whether a later registration took the place of an earlier one, or may have: of one task, by their URL or their id. */
function isRenewedBy(earlier: Hook, later: Hook): boolean {
  if (earlier.line >= later.line || earlier.receiver !== later.receiver) return false;
  const isOtherTask = earlier.taskId !== undefined && later.taskId !== undefined && earlier.taskId !== later.taskId;
  return !isOtherTask && (earlier.push.url === later.push.url || earlier.push.id === later.push.id);
}

const ANY_ORIGIN = 'http://any.invalid';

/** The task that a delivery is about; `undefined` where it tells none. */
function taskToldBy({ codec, vantage }: Registration, delivery: WireBody): string | undefined {
  let taskId: string | undefined;
  codec.decodePush(vantage, delivery, (seen) => {
    taskId ??= seen.kind === 'message' ? seen.message.taskId : taskIdIn(seen);
  });
  return taskId;
}

/**
 * Those that may be of a task. Where all are of other tasks, the delivery came to the wrong one if there is but one task;
 * with several, the record may lack the registration for this one, unless the token tells.
 */
function ofTask(hooks: readonly Hook[], taskId: string, token: string | undefined): readonly Hook[] {
  for (const known of [taskId, undefined]) {
    const own = hooks.filter((hook) => hook.taskId === known);
    if (own.length > 0) return own;
  }
  if (new Set(hooks.map((hook) => hook.taskId)).size === 1) return hooks;
  return token === undefined ? [] : hooks.filter(({ push }) => push.token === token);
}

function credentialsIn(authorization: string | undefined): string | undefined {
  return authorization?.replace(/^\S+\s+/, '');
}

/** Those that fit, or all where none does. */
function narrowed(hooks: readonly Hook[], fits: (hook: Hook) => boolean): readonly Hook[] {
  const kept = hooks.filter(fits);
  return kept.length > 0 ? kept : hooks;
}
