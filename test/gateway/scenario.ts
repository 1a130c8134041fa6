import type { Binding, DialectName } from '../../src/lab/index.ts';
import { ask, open, type RawAnswer } from './raw.ts';
import { Transcript } from './transcript.ts';

interface Call {
  readonly rpc: string;
  readonly http: readonly [method: string, path: string];
  readonly params: Readonly<Record<string, unknown>>;
}

/** Speaks one dialect over one binding with plain HTTP, in calls that are the same from run to run. */
export class Speaker {
  readonly #url: string;
  readonly #dialect: DialectName;
  readonly #http: boolean;

  /** @param url of the interface */
  constructor(url: string, dialect: DialectName, binding: Binding) {
    this.#url = url;
    this.#dialect = dialect;
    this.#http = binding === 'HTTP+JSON';
  }

  /** The request of a call, as URL and rest. */
  request({ rpc, http: [method, path], params }: Call) {
    const headers: Record<string, string> = this.#dialect === '1.0' ? { 'a2a-version': '1.0' } : {};
    if (!this.#http)
      return { url: this.#url, body: JSON.stringify({ jsonrpc: '2.0', id: 'call-1', method: rpc, params }), headers };
    const url = this.#url + (this.#dialect === '1.0' ? '' : '/v1') + path;
    return method === 'GET' ? { url, method, headers } : { url, method, headers, body: JSON.stringify(params) };
  }

  async ask(call: Call): Promise<RawAnswer> {
    const { url, ...rest } = this.request(call);
    return ask(url, rest);
  }

  async open(call: Call) {
    const { url, ...rest } = this.request(call);
    return open(url, rest);
  }

  message(text: string, id: string, more: Readonly<Record<string, unknown>> = {}) {
    const old = this.#dialect !== '1.0';
    const part = old ? { kind: 'text', text } : { text };
    const message = old ? { kind: 'message', role: 'user' } : { role: 'ROLE_USER' };
    return { ...message, messageId: id, parts: [part], 'x-unknown': { kept: [1, 'two'] }, ...more };
  }

  send(
    text: string,
    id: string,
    { wait = true, ...more }: Readonly<Record<string, unknown>> & { wait?: boolean } = {},
  ): Call {
    const configuration = this.#dialect === '1.0' ? { returnImmediately: !wait } : { blocking: wait };
    const params = { message: this.message(text, id, more), configuration };
    return { rpc: this.#name('message/send', 'SendMessage'), http: ['POST', '/message:send'], params };
  }

  stream(text: string, id: string, more: Readonly<Record<string, unknown>> = {}): Call {
    const params = { message: this.message(text, id, more) };
    return { rpc: this.#name('message/stream', 'SendStreamingMessage'), http: ['POST', '/message:stream'], params };
  }

  get(id: string): Call {
    return {
      rpc: this.#name('tasks/get', 'GetTask'),
      http: ['GET', `/tasks/${encodeURIComponent(id)}`],
      params: { id },
    };
  }

  cancel(id: string): Call {
    return { rpc: this.#name('tasks/cancel', 'CancelTask'), http: ['POST', `/tasks/${id}:cancel`], params: { id } };
  }

  subscribe(id: string): Call {
    return {
      rpc: this.#name('tasks/resubscribe', 'SubscribeToTask'),
      http: ['POST', `/tasks/${id}:subscribe`],
      params: { id },
    };
  }

  list(): Call {
    return { rpc: 'ListTasks', http: ['GET', '/tasks'], params: {} };
  }

  extendedCard(): Call {
    const http = ['GET', this.#dialect === '1.0' ? '/extendedAgentCard' : '/card'] as const;
    return { rpc: this.#name('agent/getAuthenticatedExtendedCard', 'GetExtendedAgentCard'), http, params: {} };
  }

  unknown(): Call {
    return { rpc: 'vendor/special', http: ['POST', '/vendor:special'], params: { anything: true } };
  }

  #name(old: string, current: string): string {
    return this.#dialect === '1.0' ? current : old;
  }
}

/** The id of the task that an answer or a stream tells of. */
export function taskIdIn(text: string): string {
  return /"(?:taskId|id)":"([0-9a-f]{8}-[0-9a-f-]{27})"/.exec(text)?.[1] ?? '';
}

/** Plays every kind of call that needs no second reading of the same end. */
export async function playConforming(speaker: Speaker, hosts: readonly string[]): Promise<readonly string[]> {
  const transcript = new Transcript(hosts);
  const step = async (name: string, call: Call): Promise<RawAnswer> => {
    const answer = await speaker.ask(call);
    transcript.add(name, answer);
    return answer;
  };
  const done = await step('send', speaker.send('hello', 'message-1'));
  const first = taskIdIn(done.body);
  await step('read', speaker.get(first));
  await step('cancel of an ended task', speaker.cancel(first));
  await step('subscription to an ended task', speaker.subscribe(first));
  await step('stream', speaker.stream('hello', 'message-2'));
  await step('answer without a task', speaker.send('message please', 'message-3'));
  await step('failure', speaker.send('fail please', 'message-4'));
  await step('rejection in a stream', speaker.stream('reject please', 'message-5'));
  const asks = await step('question', speaker.send('clarify please', 'message-6'));
  await step('answer to it', speaker.send('the first', 'message-7', { taskId: taskIdIn(asks.body) }));
  const asksAgain = await step('question in a stream', speaker.stream('clarify please', 'message-8'));
  await step(
    'answer to it in a stream',
    speaker.stream('the first', 'message-9', { taskId: taskIdIn(asksAgain.body) }),
  );
  await step('unknown task', speaker.get('no such task/ä?'));
  await step('unknown method', speaker.unknown());
  await step('extended card', speaker.extendedCard());
  await step('message without parts', speaker.send('x', 'message-10', { parts: [] }));
  return transcript.lines;
}
