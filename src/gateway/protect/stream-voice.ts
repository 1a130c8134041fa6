import { errorPayload, type Refusal, writeError } from '../front/error-answer.ts';
import { answerHeaders } from '../front/forward-headers.ts';
import type { AnswerHead } from '../upstream/agent-call.ts';
import type { Visit } from '../visit.ts';
import { frameOf } from './event-frame.ts';

const STREAM_HEAD = ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-cache', 'X-Accel-Buffering', 'no'];

/** What is written to a caller's stream, until it is over. */
export class StreamVoice {
  /** Something was written. */
  spoke = false;
  over = false;
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** Begins the answer, as the agent began its own where it did; once only. Whatever is said begins it. */
  begin(head?: AnswerHead): void {
    const { caller } = this.#visit;
    if (head === undefined) caller.begin(200, STREAM_HEAD, true);
    else caller.begin(head.status, answerHeaders(head.raw), true);
  }

  /** Writes events. Returns whether more may follow at once. */
  say(...frames: readonly (string | Buffer)[]): boolean {
    const { caller } = this.#visit;
    if (this.over || frames.length === 0) return true;
    this.spoke = true;
    if (!caller.begun) this.begin();
    const [only] = frames;
    if (frames.length === 1 && only !== undefined) return caller.write(only);
    caller.cork();
    let ready = true;
    for (const frame of frames) ready = caller.write(frame) && ready;
    caller.uncork();
    return ready;
  }

  /** Says an error: as the answer where there is none yet, else as an event. */
  fail(refusal: Refusal): void {
    const { caller, call } = this.#visit;
    if (!caller.begun) caller.answer(writeError(call.form, refusal));
    else this.say(frameOf(errorPayload(call.form, refusal)));
  }

  end(): void {
    this.over = true;
    if (!this.#visit.caller.begun) this.begin();
    this.#visit.caller.end();
  }
}
