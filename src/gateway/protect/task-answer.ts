import type { Task } from '../../protocol/model.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import { isInterrupted, isTerminal } from '../../protocol/task-state.ts';
import { type Refusal, writeError } from '../front/error-answer.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import type { Visit } from '../visit.ts';
import { sendAnswer, withState } from './event-frame.ts';
import type { Final, Follower } from './follower.ts';
import { LOST, STOPPING } from './refusals.ts';

/** The answer to a send whose message had been sent before: the task that this has led to, as reads show it. */
export class TaskAnswer implements Follower {
  readonly role = 'main';
  readonly #visit: Visit;
  readonly #read: ReadRequest;
  readonly #entry: TaskEntry;
  #unfollow: (() => void) | undefined;

  constructor(visit: Visit, read: ReadRequest, entry: TaskEntry) {
    this.#visit = visit;
    this.#read = read;
    this.#entry = entry;
  }

  start(): void {
    const { guard } = this.#entry;
    if (guard === undefined) return this.#refuse(LOST);
    if (guard.final !== undefined) return this.ended(guard.final);
    if (guard.task !== undefined && this.#isEnough(guard.task)) return this.#answer(guard.task);
    this.#visit.caller.onLeave(() => this.#release());
    this.#unfollow = guard.follow(this);
  }

  read(task: Task): void {
    if (this.#isEnough(task)) this.#answer(task);
  }

  ended(final: Final): void {
    const task = final.task ?? this.#entry.guard?.task;
    if (task === undefined) return this.#refuse(LOST);
    this.#answer(withState(task, final.state, this.#visit.call.form.dialect));
  }

  adrift(why: 'lost' | 'running', task: Task | undefined): void {
    if (why === 'lost' || task === undefined) return this.#refuse(LOST);
    this.#answer(task);
  }

  closing(): void {
    this.#refuse(STOPPING);
  }

  /** One that doesn't wait gets what there is; an end is told once it is verified. */
  #isEnough({ state }: Task): boolean {
    if (isInterrupted(state)) return true;
    return this.#read.facts.blocking === false && !isTerminal(state);
  }

  #answer(task: Task): void {
    this.#release();
    const body = Buffer.from(sendAnswer(this.#visit.call.form, task.raw));
    const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
    this.#visit.caller.answer({ status: 200, headers, body });
  }

  #refuse(refusal: Refusal): void {
    this.#release();
    this.#visit.caller.answer(writeError(this.#visit.call.form, refusal));
  }

  #release(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
  }
}
