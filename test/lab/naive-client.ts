import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { Binding, DialectName } from '../../src/lab/index.ts';

/** JSON as it came; tests look at it field by field. */
// biome-ignore lint/suspicious/noExplicitAny: wire data of any shape, read by assertions alone
type Wire = any;

/** What a plain client sees of a task, an event or an error, whatever the dialect. */
export interface Seen {
  readonly kind: 'task' | 'message' | 'status' | 'artifact' | 'error' | 'other';
  readonly taskId?: string;
  readonly contextId?: string;
  readonly state?: string;
  readonly timestamp?: string;
  readonly code?: number;
  readonly final?: boolean;
  /** The text of all artifacts, or of the one of an event. */
  readonly text?: string;
  readonly artifacts?: number;
  readonly history?: number;
  readonly json: Wire;
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

/** A stream that is read as it comes. */
export class NaiveStream {
  readonly seen: Seen[] = [];
  /** Resolves when the peer has closed it. */
  readonly closed: Promise<void>;
  isClosed = false;
  readonly status: number;
  readonly type: string | undefined;
  readonly #response: IncomingMessage;
  readonly #waiting = new Set<() => void>();

  constructor(response: IncomingMessage) {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.type = response.headers['content-type'];
    this.closed = this.#read();
  }

  /** Waits until what was seen satisfies the test, or the stream has closed. */
  async until(test: (seen: readonly Seen[]) => boolean): Promise<void> {
    while (!this.isClosed && !test(this.seen)) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  close(): void {
    this.#response.destroy();
  }

  async #read(): Promise<void> {
    let buffer = '';
    try {
      for await (const chunk of this.#response) {
        buffer += chunk;
        const blocks = buffer.split('\n\n');
        buffer = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = block.split('\n').filter((line) => line.startsWith('data:'));
          if (data.length > 0) this.seen.push(look(JSON.parse(data.map((line) => line.slice(5)).join('\n'))));
        }
        this.#wake();
      }
    } catch {
      // A stream that breaks off is closed like any other.
    }
    this.isClosed = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** Speaks one dialect over one binding, and believes all it is told. */
export class NaiveClient {
  readonly #url: string;
  readonly #dialect: DialectName;
  readonly #http: boolean;

  constructor(peer: { readonly url: string }, dialect: DialectName, binding: Binding) {
    this.#http = binding === 'HTTP+JSON';
    this.#url = this.#http ? `${peer.url}/rest${dialect === '0.3' ? '/v1' : ''}` : peer.url;
    this.#dialect = dialect;
  }

  async send(text: string, extra: { taskId?: string; wait?: boolean; parts?: Wire[] } = {}): Promise<Seen> {
    const wait = extra.wait ?? true;
    const configuration = this.#dialect === '1.0' ? { returnImmediately: !wait } : { blocking: wait };
    return this.#ask(['message/send', 'SendMessage', '/message:send'], {
      message: this.#message(text, extra),
      configuration,
    });
  }

  async stream(text: string, extra: { taskId?: string } = {}): Promise<NaiveStream> {
    const params = { message: this.#message(text, extra) };
    return this.#open(['message/stream', 'SendStreamingMessage', '/message:stream'], params);
  }

  async get(id: string): Promise<Seen> {
    return this.#ask(['tasks/get', 'GetTask', `/tasks/${id}`], { id }, 'GET');
  }

  async cancel(id: string): Promise<Seen> {
    return this.#ask(['tasks/cancel', 'CancelTask', `/tasks/${id}:cancel`], { id });
  }

  async subscribe(id: string): Promise<NaiveStream> {
    return this.#open(['tasks/resubscribe', 'SubscribeToTask', `/tasks/${id}:subscribe`], { id });
  }

  async setPush(taskId: string, url: string): Promise<Seen> {
    const config = { id: 'hook', url, token: 'a token' };
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

  /** Reads until the task is in one of the states. */
  async poll(id: string, ...states: readonly string[]): Promise<Seen> {
    while (true) {
      const seen = await this.get(id);
      if (seen.kind === 'error' || states.includes(seen.state ?? '')) return seen;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #message(text: string, extra: { taskId?: string; parts?: Wire[] }): Wire {
    const { taskId, parts } = extra;
    const old = this.#dialect !== '1.0';
    const plain = old ? { kind: 'text', text } : { text };
    const fields = { messageId: randomUUID(), parts: parts ?? [plain], ...(taskId === undefined ? {} : { taskId }) };
    return old ? { kind: 'message', role: 'user', ...fields } : { role: 'ROLE_USER', ...fields };
  }

  async #ask(names: readonly [string, string, string], params: Wire, verb?: string): Promise<Seen> {
    const { url, body, options } = this.#request(names, params, verb);
    return look(JSON.parse((await call(url, body, options)).body));
  }

  async #open(names: readonly [string, string, string], params: Wire): Promise<NaiveStream> {
    const { url, body, options } = this.#request(names, params, undefined);
    return new NaiveStream(await open(url, body, options));
  }

  #request([old, current, path]: readonly [string, string, string], params: Wire, verb: string | undefined) {
    const latest = this.#dialect === '1.0';
    const headers = latest ? { 'a2a-version': '1.0' } : {};
    if (!this.#http) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: latest ? current : old, params });
      return { url: this.#url, body, options: { headers } };
    }
    const url = this.#url + path;
    return verb === 'GET' ? { url, options: { headers } } : { url, body: JSON.stringify(params), options: { headers } };
  }
}

/** Reads a payload of any dialect, with or without an envelope. */
export function look(json: Wire): Seen {
  const inner = json?.result ?? json;
  if (json?.error !== undefined || typeof json?.code === 'number') {
    return { kind: 'error', code: json.error?.code ?? json.code, json };
  }
  const task = inner?.task ?? (inner?.status && inner?.id ? inner : undefined);
  const status = inner?.statusUpdate ?? (inner?.kind === 'status-update' ? inner : undefined);
  const artifact = inner?.artifactUpdate ?? (inner?.kind === 'artifact-update' ? inner : undefined);
  if (task) return { kind: 'task', ...lookTask(task), json };
  if (status) return { kind: 'status', taskId: status.taskId, ...lookStatus(status), final: status.final, json };
  if (artifact) return { kind: 'artifact', taskId: artifact.taskId, text: textOf([artifact.artifact]), json };
  if (inner?.message || inner?.kind === 'message') return { kind: 'message', json };
  return { kind: 'other', json };
}

function lookTask(task: Wire) {
  const artifacts = task.artifacts ?? [];
  const counts = { artifacts: artifacts.length, history: (task.history ?? []).length };
  return { taskId: task.id, contextId: task.contextId, ...lookStatus(task), text: textOf(artifacts), ...counts };
}

function lookStatus({ status }: Wire) {
  const state = String(status.state)
    .replace('TASK_STATE_', '')
    .toLowerCase()
    .replace('_', '-')
    .replace('cancelled', 'canceled');
  return { state, timestamp: status.timestamp };
}

function textOf(artifacts: readonly Wire[]): string {
  return artifacts.flatMap(({ parts }) => parts.map((part: Wire) => part.text ?? '')).join('');
}
