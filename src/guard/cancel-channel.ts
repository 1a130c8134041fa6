import { latenessMs } from '../http/own-lateness.ts';
import type { Observation, Vantage } from '../protocol/observation.ts';
import { type ChannelContext, NEVER } from './channel-context.ts';

/** How often a cancel is asked whose request or answer is lost. To cancel twice is to cancel (§3.3.1). */
const MOST_CANCELS = 3;

/** Asks the agent to cancel: once, or again if the asking itself came to nothing. */
export class CancelChannel {
  readonly #context: ChannelContext;
  #call: { readonly vantage: Vantage; answered: boolean; told: boolean; lateMs: number } | undefined;
  #failures = 0;
  #notBefore = 0;

  constructor(context: ChannelContext) {
    this.#context = context;
  }

  get asked(): boolean {
    return this.#call !== undefined;
  }

  ask(taskId: string): void {
    const { plan, clock, ask } = this.#context;
    if (this.#call !== undefined || clock() < this.#notBefore) return;
    ask({ operation: 'CancelTask', taskId }, plan.bounds.answer.ms);
  }

  /** Tells that an unanswered cancel hangs. Reading goes on all the same. */
  act(now: number): void {
    if (this.#call === undefined || now < this.due()) return;
    const late = latenessMs();
    this.#call.lateMs += late;
    // What came while this process was late is still to be read.
    if (late > 0) return;
    this.#call.told = true;
    const { vantage } = this.#call;
    this.#context.see({ kind: 'silence', bound: this.#context.plan.bounds.cancelAnswer, vantage, received: now });
  }

  due(): number {
    if (this.#call === undefined || this.#call.answered || this.#call.told) return NEVER;
    return this.#call.vantage.asked + this.#context.plan.bounds.cancelAnswer.ms + this.#call.lateMs;
  }

  /** Keeps account of the call itself. */
  follow(seen: Observation): void {
    if (seen.vantage.operation !== 'CancelTask') return;
    if (seen.kind === 'asked') this.#call = { vantage: seen.vantage, answered: false, told: false, lateMs: 0 };
    else if (seen.kind === 'failure' && ++this.#failures < MOST_CANCELS) {
      this.#call = undefined;
      this.#notBefore = seen.received + this.#context.plan.bounds.settleGap.ms;
    } else if (seen.kind !== 'silence' && seen.kind !== 'defect' && this.#call !== undefined)
      this.#call.answered = true;
  }
}
