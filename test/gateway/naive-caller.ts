import { setTimeout as sleep } from 'node:timers/promises';
import { type Binding, type DialectName, doubledMessages, type Ledger } from '../../src/lab/index.ts';
import { NaiveClient } from '../lab/naive-client.ts';

type NaiveStream = Awaited<ReturnType<NaiveClient['stream']>>;
type Seen = NaiveStream['seen'][number];

/** What can happen to a caller who believes all that it is told. */
export const INCIDENTS = [
  'frames after the end',
  'flip',
  'lost end',
  'mute stream',
  'changed artifacts',
  'another task',
  'early answer',
  'cancel that hangs',
  'false failure',
  'double send',
  'error',
] as const;
export type Incident = (typeof INCIDENTS)[number];

/** How a naive caller goes about its work. */
export const COURSES = ['streams', 'waits', 'cancels', 'answers with data', 'asks again'] as const;
export type Course = (typeof COURSES)[number];

const ENDS = ['completed', 'failed', 'canceled', 'rejected'];
const isEnd = (state: string | undefined) => state !== undefined && ENDS.includes(state);

/** A caller that knows nothing: plain HTTP, no patience beyond what it is given. Tells what befell it. */
export class NaiveCaller {
  readonly #client: NaiveClient;
  readonly #dialect: DialectName;
  readonly #patienceMs: number;
  readonly #incidents = new Set<Incident>();
  /** Ends that it was told, in order. */
  readonly #ends: string[] = [];

  constructor(url: string, dialect: DialectName, binding: Binding, patienceMs: number) {
    this.#client = new NaiveClient({ url }, dialect, binding);
    this.#dialect = dialect;
    this.#patienceMs = patienceMs;
  }

  /** @param ledger of the agent, which knows what was sent to it */
  async run(course: Course, ledger: Ledger): Promise<readonly Incident[]> {
    await this.#go(course).catch(() => this.#incidents.add('error'));
    if (doubledMessages(ledger).length > 0) this.#incidents.add('double send');
    return INCIDENTS.filter((each) => this.#incidents.has(each));
  }

  #go(course: Course): Promise<void> {
    switch (course) {
      case 'streams':
        return this.#streams();
      case 'waits':
        return this.#waits();
      case 'cancels':
        return this.#cancels();
      case 'answers with data':
        return this.#answers();
      case 'asks again':
        return this.#asksAgain();
    }
  }

  async #streams(): Promise<void> {
    const stream = await this.#client.stream('hello');
    await this.#follow(stream);
    const taskId = idIn(stream.seen);
    if (taskId !== undefined) await this.#reads(taskId, textOf(stream.seen));
  }

  async #waits(): Promise<void> {
    const seen = await this.#within(this.#client.send('hello'));
    if (seen === undefined) return void this.#incidents.add('mute stream');
    if (seen.kind === 'error') return void this.#incidents.add('error');
    if (seen.kind === 'message') return;
    this.#told(seen.state);
    if (!isEnd(seen.state)) this.#incidents.add('early answer');
    else await this.#reads(seen.taskId ?? '', seen.text);
  }

  async #cancels(): Promise<void> {
    const first = await this.#client.send('slow 40', { wait: false });
    const taskId = first.taskId ?? '';
    const stream = await this.#client.subscribe(taskId);
    await this.#within(stream.until((seen) => seen.some(({ kind }) => kind === 'artifact')));
    const answer = await this.#within(this.#client.cancel(taskId));
    if (answer === undefined) this.#incidents.add('cancel that hangs');
    const upTo = stream.seen.length;
    if (isEnd(answer?.state)) {
      this.#told(answer?.state);
      await this.#within(stream.closed);
      const late = stream.seen.slice(upTo).filter(({ kind, state }) => kind === 'artifact' || !isEnd(state));
      if (late.length > 0) this.#incidents.add('frames after the end');
      for (const { state } of stream.seen.slice(upTo)) if (state !== undefined) this.#told(state);
      await this.#reads(taskId, undefined);
    }
    stream.close();
  }

  async #answers(): Promise<void> {
    const question = await this.#within(this.#client.send('clarify please'));
    if (question?.state !== 'input-required') return;
    const parts = [{ kind: 'data', data: { answer: 42 } }];
    const current = [{ data: { answer: 42 }, mediaType: 'application/json' }];
    const { taskId = '' } = question;
    const answer = this.#client.send('', { taskId, parts: this.#dialect === '1.0' ? current : parts });
    if ((await this.#within(answer))?.state === 'failed') this.#incidents.add('false failure');
  }

  /** Sends again with the same id, where no answer came. */
  async #asksAgain(): Promise<void> {
    const messageId = `message-${Math.random()}`;
    for (let tries = 0; tries < 3; tries++) {
      const seen = await this.#within(this.#client.send('hello', { messageId })).catch(() => undefined);
      if (seen !== undefined) return;
    }
  }

  /** Reads a stream to its end. */
  async #follow(stream: NaiveStream): Promise<void> {
    await this.#within(stream.closed);
    const { seen } = stream;
    if (stream.type !== 'text/event-stream') return void this.#incidents.add('error');
    if (seen.length === 1 && seen[0]?.kind === 'message') return stream.close();
    const end = seen.findIndex(({ state }) => isEnd(state));
    if (!stream.isClosed) this.#incidents.add(end === -1 ? 'mute stream' : 'lost end');
    else if (end === -1 && seen.at(-1)?.kind === 'error') this.#incidents.add('error');
    else if (end === -1) this.#incidents.add('lost end');
    if (end !== -1 && seen.slice(end + 1).some(({ kind, state }) => kind === 'artifact' || !isEnd(state))) {
      this.#incidents.add('frames after the end');
    }
    const ids = new Set(seen.flatMap(({ taskId }) => taskId ?? []));
    if (ids.size > 1) this.#incidents.add('another task');
    for (const { state } of seen) this.#told(state);
    stream.close();
  }

  /** Reads an ended task a few times, and compares with what it has. */
  async #reads(taskId: string, text: string | undefined): Promise<void> {
    let known = text;
    for (let read = 0; read < 3; read++) {
      const seen = await this.#client.get(taskId);
      if (seen.kind !== 'task') continue;
      this.#told(seen.state);
      if (!isEnd(seen.state)) continue;
      if (known !== undefined && seen.text !== known) this.#incidents.add('changed artifacts');
      known = seen.text;
      await sleep(10);
    }
  }

  /** An end, and then another state: which one is it to believe? */
  #told(state: string | undefined): void {
    if (state === undefined) return;
    const before = this.#ends.at(-1);
    if (before !== undefined && state !== before) this.#incidents.add('flip');
    if (isEnd(state)) this.#ends.push(state);
  }

  async #within<T>(promise: Promise<T>): Promise<T | undefined> {
    const over = new AbortController();
    const patience = sleep(this.#patienceMs, undefined, { signal: over.signal }).catch(() => undefined);
    try {
      return await Promise.race([promise, patience]);
    } finally {
      over.abort();
    }
  }
}

/** The text of a stream's artifacts, as a caller puts it together that heeds `append`. */
function textOf(seen: readonly Seen[]): string {
  const artifacts = new Map<string, string>();
  for (const { kind, json, text = '' } of seen) {
    const inner = json?.result ?? json;
    if (kind === 'task') {
      const task = inner.task ?? inner;
      for (const { artifactId, parts } of task.artifacts ?? []) artifacts.set(artifactId, plain(parts));
    }
    if (kind !== 'artifact') continue;
    const { artifact, append } = inner.artifactUpdate ?? inner;
    artifacts.set(artifact.artifactId, append === true ? (artifacts.get(artifact.artifactId) ?? '') + text : text);
  }
  return [...artifacts.values()].join('');
}

function plain(parts: readonly { readonly text?: string }[]): string {
  return parts.map(({ text = '' }) => text).join('');
}

function idIn(seen: readonly Seen[]): string | undefined {
  const ofTask = seen.find(({ kind, taskId }) => kind === 'task' && taskId !== undefined);
  return (ofTask ?? seen.find(({ taskId }) => taskId !== undefined))?.taskId;
}
