import type { Dispatcher } from 'undici';
import { diagnose } from '../../http/diagnosis.ts';
import { HttpError } from '../../http/http-error.ts';
import type { FailureSeen } from '../../protocol/observation.ts';

/** What an agent's answer begins with. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** In turn name and value, spelled and ordered as they came. */
  readonly raw: readonly string[];
}

/** An agent did not answer, or not to the end. */
export interface AgentFailure {
  readonly reason: FailureSeen['reason'];
  readonly message: string;
  /** `false` only if no byte of the request can have been written. */
  readonly sent: boolean;
}

/** Takes in what comes back. Nothing is told after `end` or `failed`, or once the call was abandoned. */
export interface AnswerReceiver {
  /** The head has come. Returns whether the body is wanted whole, or piece by piece; whole for whoever doesn't say. */
  head?(head: AnswerHead): 'whole' | 'pieces';
  /** The next piece, where pieces were wanted. */
  piece?(chunk: Buffer): void;
  /** The answer is complete; `body` is empty where pieces were wanted. */
  end(head: AnswerHead, body: Buffer): void;
  /** It is cut off, or longer than what is taken whole. */
  failed(failure: AgentFailure): void;
}

export interface AgentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

const NOTHING = Buffer.alloc(0);

/** One request to an agent. It is written once, whatever happens. */
export class AgentCall implements Dispatcher.DispatchHandler {
  readonly #origin: string;
  readonly #receiver: AnswerReceiver;
  readonly #maxBytes: number;
  #controller: Dispatcher.DispatchController | undefined;
  #head: AnswerHead | undefined;
  #whole = true;
  #first: Buffer | undefined;
  #more: Buffer[] | undefined;
  #size = 0;
  #over = false;
  #connecting: NodeJS.Timeout | undefined;
  /** Whether the request has been handed to a connection. */
  sent = false;

  constructor(origin: string, maxBytes: number, receiver: AnswerReceiver) {
    this.#origin = origin;
    this.#maxBytes = maxBytes;
    this.#receiver = receiver;
  }

  /** Gives up if no connection takes the request within this time. To be called once it was dispatched. */
  connectWithin(ms: number): void {
    if (this.sent || this.#over) return;
    this.#connecting = setTimeout(() => {
      const message = `The agent at ${this.#origin} did not take up a connection within ${ms} ms.`;
      this.#fail({ reason: 'unreachable', message, sent: false });
    }, ms);
  }

  /** Ends it, and frees its connection. The receiver hears nothing more. */
  abandon(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#connecting);
    this.#controller?.abort(ABANDONED);
  }

  /** Holds the body back at the agent. */
  pause(): void {
    this.#controller?.pause();
  }

  /** Lets it flow on. Never to be called from within a callback of any call. */
  resume(): void {
    if (!this.#over) this.#controller?.resume();
  }

  get over(): boolean {
    return this.#over;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A second attempt of the dispatcher's own, or one for a caller who has gone.
    if (this.#over || this.sent) return controller.abort(ABANDONED);
    this.sent = true;
    clearTimeout(this.#connecting);
    this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (this.#over || status < 200) return;
    this.#head = { status, headers, raw: rawOf(controller.rawHeaders) };
    this.#whole = this.#receiver.head?.(this.#head) !== 'pieces';
    if (this.#whole && Number(headers['content-length']) > this.#maxBytes) this.#tooLarge();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    if (!this.#whole) return this.#receiver.piece?.(chunk);
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) return this.#tooLarge();
    if (this.#first === undefined) this.#first = chunk;
    else if (this.#more === undefined) this.#more = [this.#first, chunk];
    else this.#more.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#over || this.#head === undefined) return;
    this.#over = true;
    this.#receiver.end(
      this.#head,
      this.#more === undefined ? (this.#first ?? NOTHING) : Buffer.concat(this.#more, this.#size),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#over) return;
    const { sent } = this;
    const secure = this.#origin.startsWith('https:');
    const refused = error instanceof HttpError;
    const { code, what } = refused
      ? { code: error.code, what: '' }
      : diagnose(error, { sent, answered: this.#head !== undefined, secure });
    const message = refused
      ? error.message
      : `The agent at ${this.#origin} ${isTimeout(error) ? 'did not answer in time' : what}.`;
    this.#fail({
      reason: isTimeout(error) ? 'timeout' : (REASONS[code] ?? 'unreachable'),
      message,
      sent: refused ? error.sent : sent,
    });
  }

  #tooLarge(): void {
    const message = `The agent at ${this.#origin} answered with more than the ${this.#maxBytes} bytes that the gateway takes (maxAnswerBytes).`;
    // Ended first: the dispatcher tells at once of what is aborted here.
    this.#fail({ reason: 'too-large', message, sent: true });
    this.#controller?.abort(ABANDONED);
  }

  #fail(failure: AgentFailure): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#connecting);
    this.#receiver.failed(failure);
  }
}

const ABANDONED = new Error('This call is over.');

const REASONS: Readonly<Record<string, FailureSeen['reason']>> = {
  reset: 'reset',
  'too-large': 'too-large',
  'bad-response': 'unreadable',
};

function isTimeout(error: Error): boolean {
  const code: unknown = Reflect.get(error, 'code');
  return code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
}

function rawOf(wire: unknown): readonly string[] {
  if (!Array.isArray(wire)) return [];
  const raw: string[] = new Array(wire.length);
  for (let at = 0; at < wire.length; at++) {
    const part: unknown = wire[at];
    raw[at] = Buffer.isBuffer(part) ? part.toString('latin1') : String(part);
  }
  return raw;
}
