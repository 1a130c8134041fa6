import { claimsOf } from '../contract/card-claims.ts';
import { isStreaming, vantageOf } from '../protocol/call.ts';
import { type Codec, isEventStream, type WireBody } from '../protocol/codec.ts';
import { codecFor } from '../protocol/codec-for.ts';
import { asObject, asText } from '../protocol/json.ts';
import type { CloseSeen, Observation, Observe, RequestFacts, Vantage } from '../protocol/observation.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import type { ReadRequest } from '../protocol/read/request.ts';
import { statusOf } from './answer-status.ts';
import { taskIdIn } from './courses.ts';
import { faultOfDelivery } from './delivered-credentials.ts';
import { jsonOfGrpc } from './grpc-json.ts';
import type { LacksHeader } from './header-lack.ts';
import { type RecordedHeaders, recordedHeaders, unsaid } from './recorded-headers.ts';
import type { Addressee, Recording } from './recording.ts';
import { oldDialect, type TraceCard } from './trace-card.ts';
import { bodyText, headersOf, type TraceLine, type UnreadLine, wireBody } from './trace-line.ts';
import type { Hook, Receiver, WebHooks } from './web-hooks.ts';

/** A call under way on one connection of the trace. */
interface Exchange {
  readonly vantage: Vantage;
  readonly codec: Codec;
  readonly grpc: boolean;
  /** JSON-RPC without an id, which must not be answered (JSON-RPC 2.0, 4.1). */
  readonly notification: boolean;
  stream: 'none' | 'open' | 'closed';
}

/** What was seen, and by which line. */
interface Entry {
  readonly line: number;
  readonly seen: Observation;
}

/** What is known of a record by who reads what is of one agent. */
export interface ReadAs {
  /** Lines of which the requests are all that are going to be read. */
  readonly requests: readonly TraceLine[];
  readonly card: TraceCard | undefined;
  /** Takes the lines that can't be read. */
  readonly unread: UnreadLine[];
  /** The web-hooks of the whole record. */
  readonly hooks: WebHooks;
  readonly lacks: LacksHeader;
  /** The version to read by; unless given, requests and the card tell it. */
  readonly dialect: Dialect | undefined;
  readonly agent: Addressee | undefined;
}

/** Turns what was recorded of one agent into observations, line by line. */
export class TraceReader implements Receiver {
  readonly #entries: Entry[] = [];
  readonly #card: TraceCard | undefined;
  readonly #dialect: Dialect | undefined;
  readonly #agent: Addressee | undefined;
  readonly #unread: UnreadLine[];
  readonly #exchanges = new Map<unknown, Exchange>();
  readonly #hooks: WebHooks;
  /** By the calls that registered them. */
  readonly #registered = new Map<number, Hook>();
  readonly #codecs = new Map<string, Codec>();
  readonly #recorded: RecordedHeaders;
  readonly #lacks: LacksHeader;
  readonly #observe: Observe = (seen) => {
    const hook = this.#registered.get(seen.vantage.id);
    if (hook !== undefined) hook.taskId ??= taskIdIn(seen);
    this.#entries.push({ line: this.#line, seen });
  };
  #line = 0;
  #inOrder = true;
  #spoken: { readonly dialect: Dialect; readonly binding: Binding } | undefined;
  #vantages = 0;

  constructor({ requests, card, unread, hooks, lacks, dialect, agent }: ReadAs) {
    this.#hooks = hooks;
    this.#card = card;
    this.#unread = unread;
    this.#lacks = lacks;
    this.#dialect = dialect;
    this.#agent = agent;
    this.#recorded = recordedHeaders(requests, card?.card);
  }

  /** What was read, as that of the interface that was spoken first. */
  recording(framesTimed: boolean): Recording {
    if (!this.#inOrder) this.#entries.sort((a, b) => a.line - b.line);
    const observations = this.#entries.map(({ seen }) => seen);
    const { dialect, binding } = this.#spoken ?? { dialect: this.#dialect ?? '1.0', binding: 'JSONRPC' };
    const claims = claimsOf(this.#card?.card, { dialect, binding });
    return { ...(this.#agent && { agent: this.#agent }), claims, observations, framesTimed };
  }

  /** Reads what came back: an answer, a frame, or the end of a stream. */
  read(line: TraceLine): void {
    this.#line = line.line;
    if (line.dir === 'res') this.#readAnswer(line);
    else if (line.dir === 'sse') this.#readFrame(line);
  }

  /** Reads a request. */
  ask(line: TraceLine, request: ReadRequest): void {
    this.#line = line.line;
    const { call, binding } = request;
    const old = this.#card && oldDialect(this.#card);
    const dialect = this.#dialect ?? (request.dialect === '1.0' ? '1.0' : (old ?? request.dialect));
    this.#spoken ??= { dialect, binding };
    const identity = asText(line.json['identity']);
    const facts: RequestFacts = {
      version: dialect,
      ...unsaid(line.json, dialect, this.#recorded),
      ...request.facts,
      ...(identity !== undefined && { identity }),
    };
    const vantage = vantageOf(++this.#vantages, call, line.at, facts);
    const codec = this.#codecOf(dialect, binding);
    const rpc = binding === 'JSONRPC' ? asObject(line.json['body']) : undefined;
    const notification = rpc !== undefined && !('id' in rpc);
    this.#exchanges.set(line.conn, { vantage, codec, grpc: binding === 'GRPC', notification, stream: 'none' });
    if ('push' in call && call.push !== undefined) {
      const delivered: Vantage = { ...vantage, id: ++this.#vantages, channel: 'push' };
      const { push } = call;
      const hook = this.#hooks.register({
        receiver: this,
        line: line.line,
        call: vantage,
        vantage: delivered,
        codec,
        push,
      });
      if (hook !== undefined) this.#registered.set(vantage.id, hook);
    }
    this.#observe({ kind: 'asked', vantage, received: line.at });
  }

  #readAnswer(line: TraceLine): void {
    const exchange = this.#exchanges.get(line.conn);
    if (exchange === undefined) return this.#skip(line, 'an answer to no request of A2A');
    const { json, at } = line;
    const { vantage, codec, grpc } = exchange;
    const unanswered = asText(json['unanswered']);
    if (unanswered !== undefined) {
      const answered: Vantage = { ...vantage, channel: 'answer' };
      const none = { kind: 'failure', reason: 'aborted', message: unanswered, sent: true } as const;
      return this.#observe({ ...none, vantage: answered, received: at });
    }
    const end = asText(json['end']);
    if (end !== undefined) return this.#close(exchange, end, at);
    if (exchange.stream !== 'none') return this.#skip(line, 'a second answer to one request');
    const status = statusOf(line, grpc ? 'GRPC' : codec.binding);
    if (typeof status === 'object') {
      this.#unread.push({ line: line.line, why: status.wrong, illFormed: true });
      return;
    }
    const recorded = grpc ? { 'content-type': 'application/a2a+json' } : headersOf(json);
    if (isEventStream(status, recorded)) return this.#open(exchange, at);
    const typeIsKnown = recorded['content-type'] !== undefined || this.#lacks(line, 'content-type');
    if (!typeIsKnown && status < 300 && json['body'] === undefined && isStreaming(vantage.operation)) {
      return this.#open(exchange, at);
    }
    const headers = typeIsKnown ? recorded : { 'content-type': 'application/json', ...recorded };
    const body = grpc ? jsonOfGrpc(json['body']) : json['body'];
    exchange.stream = 'closed';
    const answered: Vantage = { ...vantage, channel: 'answer' };
    if (exchange.notification && status < 300 && bodyText(body) === '') {
      const none = { kind: 'failure', reason: 'aborted', message: 'a notification has no answer', sent: true } as const;
      return this.#observe({ ...none, vantage: answered, received: at });
    }
    codec.decodeAnswer(
      answered,
      { status, ...wireBody(`${prefixOf(json)}${bodyText(body)}`, headers, at) },
      this.#observe,
    );
  }

  #readFrame(line: TraceLine): void {
    const exchange = this.#exchanges.get(line.conn);
    if (exchange === undefined) return this.#skip(line, 'a frame of no stream of A2A');
    const { json, at } = line;
    if (exchange.stream === 'closed') return this.#skip(line, 'a frame of a stream that has ended');
    if (exchange.stream === 'none') this.#open(exchange, at);
    const body = exchange.grpc ? jsonOfGrpc(json['body']) : json['body'];
    const vantage: Vantage = { ...exchange.vantage, channel: 'stream' };
    exchange.codec.decodeFrame(vantage, `${prefixOf(json)}${bodyText(body)}`, at, this.#observe);
  }

  /** Takes a delivery to a web-hook, however much came after it. */
  receive(line: TraceLine, delivery: WireBody, hook: Hook): void {
    this.#line = line.line;
    const { vantage, push, codec } = hook;
    const fault = faultOfDelivery(delivery.headers, push, {
      lacksAuthorization: this.#lacks(line, 'authorization'),
      isOfAnother: (secret) => this.#hooks.isOfAnother(secret, hook),
    });
    if (fault !== undefined) {
      const { detail, doubtful } = fault;
      const seen = { kind: 'defect', defect: 'credentials', detail, vantage, received: line.at } as const;
      this.#observe({ ...seen, ...(doubtful && { doubtful }) });
    }
    const typeIsKnown = delivery.headers['content-type'] !== undefined || this.#lacks(line, 'content-type');
    const isBare = Object.keys(delivery.headers).length === 0;
    const headers = typeIsKnown || !isBare ? delivery.headers : { 'content-type': 'application/json' };
    codec.decodePush(vantage, { ...delivery, headers }, (seen) => {
      const doubtful = !typeIsKnown && seen.kind === 'defect' && seen.defect === 'content-type';
      this.#observe(doubtful ? { ...seen, doubtful } : seen);
    });
    this.#inOrder = false;
  }

  #open(exchange: Exchange, received: number): void {
    exchange.stream = 'open';
    if (!isStreaming(exchange.vantage.operation)) {
      const detail = `${exchange.vantage.operation} is answered by an event stream`;
      this.#observe({ kind: 'defect', defect: 'unasked-stream', detail, vantage: exchange.vantage, received });
    }
    this.#observe({ kind: 'open', vantage: { ...exchange.vantage, channel: 'stream' }, received });
  }

  #close(exchange: Exchange, end: string, received: number): void {
    if (exchange.stream !== 'open') return;
    exchange.stream = 'closed';
    const by: CloseSeen['by'] = /^server/i.test(end) ? 'peer' : /^client/i.test(end) ? 'caller' : 'broken';
    this.#observe({ kind: 'close', by, vantage: { ...exchange.vantage, channel: 'stream' }, received });
  }

  /** gRPC messages are read as the HTTP+JSON of the same version, in whose form they are by then. */
  #codecOf(dialect: Dialect, binding: Binding): Codec {
    const spoken = binding === 'GRPC' ? 'HTTP+JSON' : binding;
    const key = `${dialect} ${spoken}`;
    const known = this.#codecs.get(key) ?? codecFor(dialect, spoken);
    this.#codecs.set(key, known);
    return known;
  }

  #skip({ line }: TraceLine, why: string): void {
    this.#unread.push({ line, why });
  }
}

/** The characters that a peer put before its JSON, which a recording keeps apart. */
function prefixOf(json: TraceLine['json']): string {
  return asText(json['rawPrefix']) ?? '';
}
