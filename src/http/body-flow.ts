import type { HttpError } from './http-error.ts';
import type { BodyReceiver } from './http-message.ts';

/** What a flow needs of the exchange that it belongs to. */
export interface Valve {
  /** Stops reading from the peer. */
  shut(): void;
  /** Reads on. */
  open(): void;
  /** The receiver failed; the exchange ends with this. */
  broke(cause: unknown): void;
}

/** Carries a body to its receiver, or holds it back until there is one that wants it. */
export class BodyFlow {
  readonly #valve: Valve;
  #receiver: BodyReceiver | undefined;
  #paused = false;
  #over = false;
  #shut = false;
  #waking = false;
  // A peer's last bytes and its end can't be held back once the socket is gone, so they wait here.
  // That is never more than one read of the socket.
  #backlog: Buffer[] = [];
  #ending: { readonly error?: HttpError } | undefined;

  constructor(valve: Valve) {
    this.#valve = valve;
  }

  read(receiver: BodyReceiver): void {
    if (this.#receiver !== undefined) throw new Error('This body already has a reader; it can be read once.');
    this.#receiver = receiver;
    this.#wake();
  }

  /** To be called when the headers have been handed out: without a reader the body waits at the peer. */
  settle(): void {
    if (this.#receiver === undefined || this.#paused) this.#shutValve();
  }

  pause(): void {
    this.#paused = true;
    if (this.#receiver !== undefined) this.#shutValve();
  }

  resume(): void {
    this.#paused = false;
    this.#wake();
  }

  /** Nothing more is delivered. */
  stop(): void {
    this.#over = true;
    this.#backlog = [];
  }

  push(chunk: Buffer): void {
    if (this.#over) return;
    const receiver = this.#flowing();
    if (receiver !== undefined && this.#backlog.length === 0) {
      this.#deliver(receiver, chunk);
    } else {
      this.#backlog.push(chunk);
      this.#shutValve();
    }
  }

  /** @param atOnce don't wait for the reader to take what came before, or to resume. */
  end(error?: HttpError, atOnce = false): void {
    if (this.#over || this.#ending !== undefined) return;
    this.#ending = error === undefined ? {} : { error };
    if (atOnce) this.#backlog = [];
    const receiver = atOnce ? this.#receiver : this.#flowing();
    if (receiver !== undefined && this.#backlog.length === 0) this.#finish(receiver);
  }

  #flowing(): BodyReceiver | undefined {
    return this.#paused || this.#over ? undefined : this.#receiver;
  }

  #shutValve(): void {
    if (this.#shut || this.#over) return;
    this.#shut = true;
    this.#valve.shut();
  }

  // Deferred, because the parser can't be entered again from within a callback of any other stream.
  #wake(): void {
    if (this.#waking || !(this.#shut || this.#ending !== undefined)) return;
    this.#waking = true;
    queueMicrotask(() => {
      this.#waking = false;
      this.#drain();
    });
  }

  #drain(): void {
    let receiver = this.#flowing();
    while (receiver !== undefined) {
      const chunk = this.#backlog.shift();
      if (chunk === undefined) break;
      this.#deliver(receiver, chunk);
      receiver = this.#flowing();
    }
    if (receiver === undefined) return;
    if (this.#ending !== undefined) {
      this.#finish(receiver);
    } else if (this.#shut) {
      this.#shut = false;
      this.#valve.open();
    }
  }

  #deliver(receiver: BodyReceiver, chunk: Buffer): void {
    try {
      receiver.onData(chunk);
    } catch (error) {
      this.#valve.broke(error);
    }
  }

  #finish(receiver: BodyReceiver): void {
    const error = this.#ending?.error;
    this.stop();
    try {
      if (error === undefined) receiver.onEnd();
      else receiver.onError(error);
    } catch (fault) {
      // The HTTP parser above would swallow it, and a fault of this program must not go unseen.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }
}
