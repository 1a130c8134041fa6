import { isTerminal } from '../../protocol/task-state.ts';
import type { Refusal } from '../front/error-answer.ts';
import { CancelWatch, isWatchable } from './cancel-watch.ts';
import type { Final } from './follower.ts';
import { GuardedAnswer } from './guarded-answer.ts';
import { TOLD_BY_AGENT } from './outcome-words.ts';
import { PatientTimer } from './patient-timer.ts';

/** A cancel: nothing of the task gets out while it is under way, and its answer is told once it is verified. */
export class GuardedCancel extends GuardedAnswer {
  #hangs: PatientTimer | undefined;
  readonly #watch = new CancelWatch();

  override start(): void {
    const { guard, desk, sight, visit } = this;
    if (guard !== undefined && guard.final === undefined) guard.canceling = true;
    const waits = visit.peer.protection.cancelConfirm === 'wait';
    if (waits && isWatchable(desk, sight)) this.#watch.begin(desk, visit.peer, sight, () => this.#ask());
    else this.#ask();
  }

  override ended(final: Final): void {
    this.#done();
    this.call.abandon();
    // It had ended otherwise before the cancel came, or in spite of it.
    if (final.state !== 'canceled') return this.refuse(notCancelable(`it has ended as ${final.state}`));
    // What the agent says of itself is shown to reads; that it was stopped is told to nobody who asked for that.
    if (!final.verified && this.guard?.life.seen === true) return this.refuse(notCancelable(RUNS_ON));
    super.ended(final);
  }

  override adrift(why: 'lost' | 'running', task: Parameters<GuardedAnswer['adrift']>[1]): void {
    this.#done();
    this.call.abandon();
    super.adrift(why, task);
  }

  override closing(): void {
    this.#done();
    super.closing();
  }

  /** A cancel whose answer was lost may have been taken in: what becomes of the task is seen by reads. */
  override failed(failure: Parameters<GuardedAnswer['failed']>[0]): void {
    const { guard, visit, sight, desk } = this;
    const mayWait = visit.peer.protection.cancelConfirm === 'wait' && guard !== undefined && guard.final === undefined;
    if (failure.sent && mayWait) {
      this.#hangs?.clear();
      sight.see({ kind: 'failure', ...failure, vantage: sight.answerVantage, received: desk.clock() });
      return this.wait(undefined);
    }
    this.#done();
    guard?.release();
    super.failed(failure);
  }

  protected override decide(): void {
    this.#hangs?.clear();
    const { told, guard } = this;
    if (guard === undefined) return super.decide();
    if (guard.final !== undefined && told?.kind === 'task') return this.ended(guard.final);
    if (told?.kind !== 'task') {
      this.#watch.end();
      guard.release();
      return super.decide();
    }
    if (this.visit.peer.protection.cancelConfirm === 'wait') return this.wait(undefined);
    const { state } = told.task;
    if (isTerminal(state)) guard.conclude({ state, task: told.task, verified: false }, TOLD_BY_AGENT);
    else guard.release();
    this.pass();
  }

  /** Whoever asked for it has gone; the cancel goes on. */
  protected override left(): void {}

  #ask(): void {
    const { ms } = this.desk.bounds.cancelAnswer;
    this.#hangs = new PatientTimer(() => this.#unanswered(), ms);
    super.start();
  }

  #done(): void {
    this.#hangs?.clear();
    this.#watch.end();
  }

  /** The agent does not answer. What becomes of the task is seen by reads. */
  #unanswered(): void {
    const { bounds } = this.desk;
    const { vantage, see } = this.sight;
    see({ kind: 'silence', bound: bounds.cancelAnswer, vantage, received: this.desk.clock() });
    this.wait(undefined);
  }
}

const RUNS_ON = 'the agent says that it is, and its stream went on behind that, so the work may still run';

function notCancelable(why: string): Refusal {
  return { name: 'TaskNotCancelable', message: `The task was not canceled: ${why}.` };
}
