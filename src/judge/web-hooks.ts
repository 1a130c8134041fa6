import type { PushRegistration } from '../protocol/call.ts';
import type { Codec, WireBody } from '../protocol/codec.ts';
import { asText } from '../protocol/json.ts';
import type { Observation, Vantage } from '../protocol/observation.ts';
import { taskIdIn } from './courses.ts';
import type { TraceLine } from './trace-line.ts';

/** The registration of a web-hook, as a trace shows it. */
export interface Registration {
  /** The line at which it was asked for. */
  readonly line: number;
  /** The call that registers it. */
  readonly call: Vantage;
  /** What is delivered to it is seen by this one. */
  readonly vantage: Vantage;
  readonly codec: Codec;
  readonly push: PushRegistration;
}

/** A web-hook. */
interface Hook extends Registration {
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
  readonly #byCall = new Map<number, Hook>();
  readonly #byConfig = new Map<string, Hook>();

  register(registration: Registration): void {
    const { push, call, line } = registration;
    if (!URL.canParse(push.url)) return;
    const { pathname, search } = new URL(push.url);
    const taskId = asText(call.request.taskId);
    const hook: Hook = { ...registration, search, taskId, until: Number.POSITIVE_INFINITY };
    const there = this.#hooks.get(pathname);
    if (there === undefined) this.#hooks.set(pathname, [hook]);
    else there.push(hook);
    this.#byCall.set(call.id, hook);
    if (taskId === undefined || push.id === undefined) return;
    const config = JSON.stringify([taskId, push.id]);
    const replaced = this.#byConfig.get(config);
    if (replaced !== undefined) replaced.until = line;
    this.#byConfig.set(config, hook);
  }

  /** What came by a call tells the task of its web-hook. */
  learn(seen: Observation): void {
    const hook = this.#byCall.get(seen.vantage.id);
    if (hook !== undefined) hook.taskId ??= taskIdIn(seen);
  }

  /** The web-hook that a delivery came to; `undefined` where it is none of those that were registered before it. */
  of(line: TraceLine, delivery: WireBody): Registration | undefined {
    const there = this.#at(line);
    const taskId = there[0] && taskToldBy(there[0], delivery);
    const token = asText(delivery.headers['x-a2a-notification-token']);
    const authorization = asText(delivery.headers['authorization']);
    let fitting = taskId === undefined ? there : ofTask(there, taskId, token);
    fitting = narrowed(fitting, ({ push }) => push.token === token);
    fitting = narrowed(fitting, ({ push }) => push.authentication?.credentials === credentialsIn(authorization));
    fitting = narrowed(fitting, ({ push }) => (push.authentication !== undefined) === (authorization !== undefined));
    // Of messages whose tasks nobody told, the first; else what was registered last.
    const hook = fitting.find((each) => each.taskId === undefined && taskId !== undefined) ?? fitting.at(-1);
    if (hook !== undefined) hook.taskId ??= taskId;
    return hook;
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
