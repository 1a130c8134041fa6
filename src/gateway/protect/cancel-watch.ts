import type { Observe } from '../../protocol/observation.ts';
import type { Peer } from '../peer.ts';
import type { CallSight } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import { PatientTimer } from './patient-timer.ts';
import { type StreamSink, StreamSource } from './stream-source.ts';

/** So long a cancel waits for the subscription that is to watch it. */
const READY_MS = 2_000;

/**
 * A subscription of the gateway's own beside a cancel that nobody's stream watches: reads alone can't tell work that goes on
 * behind the task's back from work that was stopped. Nothing of what it brings is passed on.
 */
export class CancelWatch {
  #source: StreamSource | undefined;
  #ready: (() => void) | undefined;
  #late: PatientTimer | undefined;

  /** Subscribes; `ready` is told once, when the stream is open or it is known that there is none. */
  begin(desk: Desk, peer: Peer, sight: CallSight, ready: () => void): void {
    this.#ready = ready;
    const see: Observe = (seen) => {
      desk.judge(peer, sight.entry, seen);
      sight.entry.guard?.see(seen);
    };
    const sink: StreamSink = {
      opened: () => undefined,
      offer: () => 'drop',
      works: () => this.#tellReady(),
      pass: () => undefined,
      hold: () => undefined,
      over: () => this.#tellReady(),
      answered: ({ status, headers }, body, { vantage }) => {
        const answered = { ...vantage, channel: 'answer' } as const;
        sight.codec.decodeAnswer(answered, { status, headers, body, received: desk.clock() }, see);
        this.#tellReady();
      },
      failed: (failure, { vantage }) => {
        see({ kind: 'failure', ...failure, vantage: { ...vantage, channel: 'answer' }, received: desk.clock() });
        this.#tellReady();
      },
    };
    const taskId = sight.read.facts.taskId ?? '';
    let source: StreamSource | undefined;
    const call = sight.voice?.send({ operation: 'SubscribeToTask', taskId }, undefined, see, (vantage) => {
      source = new StreamSource(desk, sight.codec, vantage, see, sink);
      return source;
    });
    if (source === undefined || call === undefined) return this.#tellReady();
    source.call = call;
    this.#source = source;
    this.#late = new PatientTimer(() => this.#tellReady(), READY_MS);
  }

  /** Ends the subscription. Does nothing the second time. */
  end(): void {
    this.#ready = undefined;
    this.#late?.clear();
    this.#source?.leave();
    this.#source = undefined;
  }

  #tellReady(): void {
    this.#late?.clear();
    const ready = this.#ready;
    this.#ready = undefined;
    ready?.();
  }
}

/** Whether a cancel is worth such a watch: the task may still work, and its interface is not known to be without subscriptions. */
export function isWatchable(desk: Desk, { entry, read }: CallSight): boolean {
  const { guard, record, at } = entry;
  if (guard === undefined || guard.final !== undefined || guard.streamed || !read.facts.taskId) return false;
  if (record.peer.claims.streaming !== true) return false;
  return desk.trust.standingOf(at, 'stream.subscribe').state !== 'suspect';
}
