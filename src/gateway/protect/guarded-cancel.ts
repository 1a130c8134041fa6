import { isTerminal } from '../../protocol/task-state.ts';
import type { Refusal } from '../front/error-answer.ts';
import type { Final } from './follower.ts';
import { GuardedAnswer } from './guarded-answer.ts';
import { TOLD_BY_AGENT } from './outcome-words.ts';
import { PatientTimer } from './patient-timer.ts';

/** A cancel: nothing of the task gets out while it is under way, and its answer is told once it is verified. */
export class GuardedCancel extends GuardedAnswer {
  #hangs: PatientTimer | undefined;

  override start(): void {
    const { guard } = this;
    if (guard !== undefined && guard.final === undefined) guard.canceling = true;
    const { ms } = this.desk.bounds.cancelAnswer;
    this.#hangs = new PatientTimer(() => this.#unanswered(), ms);
    super.start();
  }

  override ended(final: Final): void {
    this.#hangs?.clear();
    this.call.abandon();
    // It had ended otherwise before the cancel came, or in spite of it.
    if (final.state !== 'canceled') return this.refuse(notCancelable(final));
    super.ended(final);
  }

  override adrift(why: 'lost' | 'running', task: Parameters<GuardedAnswer['adrift']>[1]): void {
    this.#hangs?.clear();
    this.call.abandon();
    super.adrift(why, task);
  }

  override failed(failure: Parameters<GuardedAnswer['failed']>[0]): void {
    this.#hangs?.clear();
    if (this.guard !== undefined) this.guard.release();
    super.failed(failure);
  }

  protected override decide(): void {
    this.#hangs?.clear();
    const { told, guard } = this;
    if (guard === undefined) return super.decide();
    if (guard.final !== undefined && told?.kind === 'task') return this.ended(guard.final);
    if (told?.kind !== 'task') {
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

  /** The agent does not answer. What becomes of the task is seen by reads. */
  #unanswered(): void {
    const { bounds } = this.desk;
    const { vantage, see } = this.sight;
    see({ kind: 'silence', bound: bounds.cancelAnswer, vantage, received: this.desk.clock() });
    this.wait(undefined);
  }
}

function notCancelable({ state }: Final): Refusal {
  return { name: 'TaskNotCancelable', message: `The task was not canceled: it has ended as ${state}.` };
}
