import type { Dispatcher } from 'undici';
import { BodyFlow } from './body-flow.ts';
import type { Clock } from './clock.ts';
import { collectBody } from './collect-body.ts';
import type { Connection } from './connection.ts';
import { Deadlines } from './deadlines.ts';
import { diagnose } from './diagnosis.ts';
import { foldHeaders, type HttpHeaders, readRawHeaders } from './headers.ts';
import { HttpError, type HttpErrorCode } from './http-error.ts';
import type { HttpStream } from './http-message.ts';
import type { Lane, OriginPool, Waiter } from './origin-pool.ts';
import type { RequestPlan } from './request-plan.ts';
import { canUnpack } from './unpack.ts';

/** Hears how an exchange began: exactly one of the two, once. */
export interface ExchangeOutcome {
  /** The headers have come. What isn't read before this returns is held back. */
  answered(stream: HttpStream): void;
  failed(error: HttpError): void;
  /** The exchange is over and holds nothing any more; called once, whatever became of it. */
  over(): void;
}

type Stage = 'waiting' | 'held' | 'sent' | 'answered' | 'over';

const expiries = {
  busy: 'had every connection that it may have in use for',
  'connect-timeout': 'did not take up a connection within',
  'headers-timeout': 'did not begin to answer within',
  'idle-timeout': 'fell silent in the middle of its answer for',
  'total-timeout': 'had not finished its answer after',
} as const;

/** One request on its way: waits for a connection, is written once, and hands on what comes back. */
export class Exchange implements Waiter, Dispatcher.DispatchHandler {
  readonly lane: Lane;
  readonly once: boolean;
  readonly #plan: RequestPlan;
  readonly #pool: OriginPool;
  readonly #clock: Clock;
  readonly #outcome: ExchangeOutcome;
  readonly #deadlines: Deadlines;
  readonly #flow: BodyFlow;
  #stage: Stage = 'waiting';
  #connection: Connection | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #sent = false;
  #asked = 0;
  #status: number | undefined;

  constructor(plan: RequestPlan, lane: Lane, pool: OriginPool, clock: Clock, outcome: ExchangeOutcome) {
    this.#plan = plan;
    this.lane = lane;
    this.once = plan.once;
    this.#pool = pool;
    this.#clock = clock;
    this.#outcome = outcome;
    this.#deadlines = new Deadlines((deadline, ms) => this.#fail(deadline, `${expiries[deadline]} ${ms} ms`));
    this.#flow = new BodyFlow({
      shut: () => {
        this.#deadlines.leave();
        this.#controller?.pause();
      },
      open: () => {
        if (this.#stage !== 'answered') return;
        this.#deadlines.enter('idle-timeout', plan.limits.idleTimeoutMs);
        this.#controller?.resume();
      },
      broke: (cause) => this.#fail('aborted', 'answered, but the reader of the body failed', cause),
    });
  }

  start(): void {
    const { signal, limits } = this.#plan;
    if (signal?.aborted === true) {
      this.#aborted();
      return;
    }
    signal?.addEventListener('abort', this.#aborted);
    this.#deadlines.startTotal(limits.totalTimeoutMs);
    this.#deadlines.enter('busy', limits.connectTimeoutMs);
    this.#pool.acquire(this);
  }

  /** The client is being closed. */
  shutDown(): void {
    this.#fail('closed', 'was being asked when the client was closed');
  }

  granted(connection: Connection): void {
    this.#connection = connection;
    this.#stage = 'held';
    this.#deadlines.enter('connect-timeout', this.#plan.limits.connectTimeoutMs);
    // The turn may come from within the parser's callback for the exchange before, which mustn't be entered again.
    queueMicrotask(() => this.#dispatch(connection));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Whatever undici may think of a second attempt: a request is written once.
    if (this.#stage !== 'held') {
      controller.abort(new Error('This request is over.'));
      return;
    }
    this.#stage = 'sent';
    this.#sent = true;
    this.#controller = controller;
    this.#asked = this.#clock();
    this.#deadlines.enter('headers-timeout', this.#plan.limits.headersTimeoutMs);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#stage !== 'sent' || status < 200) return;
    this.#status = status;
    const rawHeaders = readRawHeaders(controller.rawHeaders);
    const headers = foldHeaders(rawHeaders);
    const bodiless = this.#plan.method === 'HEAD' || status === 204 || status === 304;
    const coding = bodiless ? undefined : codingOf(headers);
    // What an event stream holds back to compress it is no stream any more.
    if (coding !== undefined && (this.lane === 'stream' || !canUnpack(coding))) {
      this.#fail('encoded', `compressed its answer (${JSON.stringify(coding)}) although that was ruled out`);
      return;
    }
    this.#stage = 'answered';
    this.#deadlines.enter('idle-timeout', this.#plan.limits.idleTimeoutMs);
    const flow = this.#flow;
    const announced = bodiless ? 0 : Number(headers['content-length'] ?? 0);
    const stream: HttpStream = {
      status,
      headers,
      rawHeaders,
      url: this.#plan.url.href,
      asked: this.#asked,
      received: this.#clock(),
      remoteAddress: this.#connection?.remoteAddress,
      read: (receiver) => flow.read(receiver),
      collect: (maxBodyBytes = this.#plan.limits.maxBodyBytes) =>
        collectBody(stream, { maxBodyBytes, announced, coding, clock: this.#clock }),
      pause: () => flow.pause(),
      resume: () => flow.resume(),
      close: () => {
        flow.stop();
        this.#release(false);
      },
    };
    this.#outcome.answered(stream);
    flow.settle();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stage !== 'answered') return;
    this.#deadlines.touch();
    this.#flow.push(chunk);
  }

  onResponseEnd(): void {
    this.#release(true);
    this.#flow.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#stage === 'over') return;
    if (error instanceof HttpError) {
      this.#end(error, false);
      return;
    }
    const answered = this.#stage === 'answered';
    const { code, what } = diagnose(error, {
      sent: this.#sent,
      answered,
      secure: this.#plan.url.protocol === 'https:',
    });
    this.#fail(code, what, error);
  }

  readonly #aborted = (): void =>
    this.#fail('aborted', 'was being asked when the caller ended it', this.#plan.signal?.reason);

  #dispatch(connection: Connection): void {
    if (this.#stage !== 'held') return;
    const { method, url, headers, body } = this.#plan;
    connection.dispatch(
      { method, path: url.pathname + url.search, headers, body: body ?? null, idempotent: false },
      this,
    );
  }

  #fail(code: HttpErrorCode, what: string, cause?: unknown): void {
    if (this.#stage === 'over') return;
    const failure = { code, what, cause, origin: this.#plan.url.origin, sent: this.#sent, status: this.#status };
    // What the peer did has its place behind what it sent before; what this side decided counts now.
    const ofPeer = code === 'reset' || code === 'bad-response' || code === 'tls' || code === 'too-large';
    this.#end(new HttpError(failure), !ofPeer);
  }

  #end(error: HttpError, atOnce: boolean): void {
    const answered = this.#stage === 'answered';
    this.#release(false);
    if (answered) this.#flow.end(error, atOnce);
    else this.#outcome.failed(error);
  }

  #release(reusable: boolean): void {
    if (this.#stage === 'over') return;
    this.#stage = 'over';
    this.#deadlines.stop();
    this.#plan.signal?.removeEventListener('abort', this.#aborted);
    if (this.#connection === undefined) this.#pool.forget(this);
    else this.#pool.release(this.#connection, this.lane, reusable);
    this.#connection = undefined;
    this.#controller = undefined;
    this.#outcome.over();
  }
}

/** How a body is compressed; `undefined` where it isn't. */
function codingOf(headers: HttpHeaders): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase();
  return coding === '' || coding === 'identity' ? undefined : coding;
}
