import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { Binding, DialectName } from '../../src/lab/index.ts';
import { look, type Seen, type Wire } from './look.ts';
import { NaiveStream } from './naive-stream.ts';

/** A message beside its text. */
interface Sending {
  readonly messageId?: string;
  readonly taskId?: string;
  readonly wait?: boolean;
  readonly parts?: Wire[];
  readonly contextId?: string;
  readonly pushUrl?: string;
  readonly accept?: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends one request over a connection of its own and reads the whole answer. */
export async function call(
  url: string,
  body?: string,
  options: { method?: string; headers?: object } = {},
): Promise<Answer> {
  const response = await open(url, body, options);
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
}

function open(
  url: string,
  body?: string,
  options: { method?: string; headers?: object } = {},
): Promise<IncomingMessage> {
  const { method = body === undefined ? 'GET' : 'POST', headers } = options;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: false, headers: { 'content-type': 'application/json', ...headers } });
    sent.on('response', (response) => resolve(response.setEncoding('utf8')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What a client says of itself with every request. */
export interface Introduction {
  readonly headers?: object;
  readonly tenant?: string;
}

/** Speaks one dialect over one binding, and believes all it is told. */
export class NaiveClient {
  readonly #url: string;
  readonly #origin: string;
  readonly #headers: object;
  readonly #tenant: object;
  readonly #dialect: DialectName;
  readonly #http: boolean;

  constructor(
    peer: { readonly url: string },
    dialect: DialectName,
    binding: Binding,
    { headers = {}, tenant }: Introduction = {},
  ) {
    this.#http = binding === 'HTTP+JSON';
    const path = tenant === undefined ? '' : `/${tenant}`;
    this.#origin = peer.url;
    this.#url = this.#http ? `${peer.url}/rest${dialect === '0.3' ? '/v1' : path}` : peer.url;
    this.#headers = headers;
    this.#tenant = tenant === undefined || this.#http ? {} : { tenant };
    this.#dialect = dialect;
  }

  async send(text: string, extra: Sending = {}): Promise<Seen> {
    return look(JSON.parse((await this.answer(text, extra)).body));
  }

  /** What the peer answers to a message, as it came. */
  async answer(text: string, extra: Sending = {}): Promise<Answer> {
    const wait = extra.wait ?? true;
    const { accept: acceptedOutputModes, pushUrl: url } = extra;
    const push = url === undefined ? undefined : { id: 'inline', url };
    const configuration =
      this.#dialect === '1.0'
        ? { returnImmediately: !wait, acceptedOutputModes, taskPushNotificationConfig: push }
        : { blocking: wait, acceptedOutputModes, pushNotificationConfig: push };
    const params = { message: this.#message(text, extra), configuration };
    const request = this.#request(['message/send', 'SendMessage', '/message:send'], params, undefined);
    return call(request.url, request.body, request.options);
  }

  async stream(text: string, extra: { taskId?: string } = {}): Promise<NaiveStream> {
    const params = { message: this.#message(text, extra) };
    return this.#open(['message/stream', 'SendStreamingMessage', '/message:stream'], params);
  }

  async get(id: string, historyLength?: number): Promise<Seen> {
    const query = historyLength === undefined ? '' : `?historyLength=${historyLength}`;
    return this.#ask(['tasks/get', 'GetTask', `/tasks/${id}${query}`], { id, historyLength }, 'GET');
  }

  async cancel(id: string): Promise<Seen> {
    return this.#ask(['tasks/cancel', 'CancelTask', `/tasks/${id}:cancel`], { id });
  }

  async subscribe(id: string): Promise<NaiveStream> {
    return this.#open(['tasks/resubscribe', 'SubscribeToTask', `/tasks/${id}:subscribe`], { id });
  }

  async setPush(taskId: string, url: string, id = 'hook'): Promise<Seen> {
    const config = { id, url, token: 'a token' };
    const old = { taskId, pushNotificationConfig: config };
    const params = this.#dialect === '1.0' ? { taskId, ...config } : this.#http ? { config: old } : old;
    const names = ['tasks/pushNotificationConfig/set', 'CreateTaskPushNotificationConfig'] as const;
    return this.#ask([...names, `/tasks/${taskId}/pushNotificationConfigs`], params);
  }

  async getPush(taskId: string): Promise<Seen> {
    const params = this.#dialect === '1.0' ? { taskId, id: 'hook' } : { id: taskId, pushNotificationConfigId: 'hook' };
    const names = ['tasks/pushNotificationConfig/get', 'GetTaskPushNotificationConfig'] as const;
    return this.#ask([...names, `/tasks/${taskId}/pushNotificationConfigs/hook`], params, 'GET');
  }

  async deletePush(taskId: string): Promise<Seen> {
    const params = this.#dialect === '1.0' ? { taskId, id: 'hook' } : { id: taskId, pushNotificationConfigId: 'hook' };
    const names = ['tasks/pushNotificationConfig/delete', 'DeleteTaskPushNotificationConfig'] as const;
    return this.#ask([...names, `/tasks/${taskId}/pushNotificationConfigs/hook`], params, 'DELETE');
  }

  /** One page of the list of 1.0, as it came. */
  async list(params: Record<string, string | number | boolean> = {}): Promise<Wire> {
    const query = new URLSearchParams(
      Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const { json } = await this.#ask(['', 'ListTasks', `/tasks?${query}`], params, 'GET');
    return json.result ?? json;
  }

  async extendedCard(): Promise<Seen> {
    if (this.#dialect === '0.2') {
      const url = `${this.#origin}/agent/authenticatedExtendedCard`;
      return look(JSON.parse((await call(url, undefined, { headers: this.#headers })).body));
    }
    const path = this.#dialect === '0.3' ? '/card' : '/extendedAgentCard';
    return this.#ask(['agent/getAuthenticatedExtendedCard', 'GetExtendedAgentCard', path], {}, 'GET');
  }

  /** Reads until the task is in one of the states. */
  async poll(id: string, ...states: readonly string[]): Promise<Seen> {
    while (true) {
      const seen = await this.get(id);
      if (seen.kind === 'error' || states.includes(seen.state ?? '')) return seen;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #message(text: string, extra: Sending): Wire {
    const { taskId, contextId, parts, messageId = randomUUID() } = extra;
    const old = this.#dialect !== '1.0';
    const plain = old ? { kind: 'text', text } : { text };
    const fields = { messageId, parts: parts ?? [plain], taskId, contextId };
    return old ? { kind: 'message', role: 'user', ...fields } : { role: 'ROLE_USER', ...fields };
  }

  async #ask(names: readonly [string, string, string], params: Wire, verb?: string): Promise<Seen> {
    const { url, body, options } = this.#request(names, params, verb);
    const answer = (await call(url, body, options)).body;
    return look(answer === '' ? {} : JSON.parse(answer));
  }

  async #open(names: readonly [string, string, string], params: Wire): Promise<NaiveStream> {
    const { url, body, options } = this.#request(names, params, undefined);
    return new NaiveStream(await open(url, body, options));
  }

  #request([old, current, path]: readonly [string, string, string], params: Wire, verb: string | undefined) {
    const latest = this.#dialect === '1.0';
    const headers = { ...(latest ? { 'a2a-version': '1.0' } : {}), ...this.#headers };
    if (!this.#http) {
      const tenanted = { ...this.#tenant, ...params };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: latest ? current : old, params: tenanted });
      return { url: this.#url, body, options: { headers } };
    }
    const url = this.#url + path;
    if (verb !== undefined) return { url, options: { headers, method: verb } };
    return { url, body: JSON.stringify(params), options: { headers } };
  }
}
