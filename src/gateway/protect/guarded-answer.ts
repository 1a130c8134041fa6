import type { ReadRole } from '../../contract/read-cadence.ts';
import { isForeign } from '../../lifecycle/order.ts';
import type { Task } from '../../protocol/model.ts';
import type { Observation } from '../../protocol/observation.ts';
import { isInterrupted, isTerminal } from '../../protocol/task-state.ts';
import { type Refusal, writeError } from '../front/error-answer.ts';
import { answerHeaders, withoutHeaders } from '../front/forward-headers.ts';
import type { CallSight } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import { AgentCall, type AgentFailure, type AnswerHead, type AnswerReceiver } from '../upstream/agent-call.ts';
import { failureAnswer } from '../upstream/failure-answer.ts';
import { passOn } from '../upstream/pass-on.ts';
import type { Visit } from '../visit.ts';
import { agrees } from './agrees.ts';
import { taskAnswer } from './event-frame.ts';
import { findByMessage } from './find-by-message.ts';
import type { Final, Follower } from './follower.ts';
import type { CallHooks } from './hooks.ts';
import { isGone } from './is-gone.ts';
import { jsonIn } from './json-in.ts';
import { asEnded, findTask, patchTasks, putTask } from './patch-answer.ts';
import { LOST, UNREADABLE, unknownOutcome } from './refusals.ts';
import type { TaskGuard } from './task-guard.ts';
import { isUntouched } from './untouched.ts';

const NOTHING = Buffer.alloc(0);

/** A whole answer to a read, a list or a send: passed on as it came, unless it tells an end that is not the task's. */
export class GuardedAnswer implements AnswerReceiver, Follower {
  role: ReadRole | undefined;
  protected readonly desk: Desk;
  protected readonly visit: Visit;
  protected readonly sight: CallSight;
  protected readonly call: AgentCall;
  protected answerHead: AnswerHead | undefined;
  protected body: Buffer = NOTHING;
  /** The last thing that the answer told. */
  protected told: Observation | undefined;
  readonly #hooks: CallHooks;
  #unfollow: (() => void) | undefined;

  constructor(desk: Desk, visit: Visit, sight: CallSight, hooks: CallHooks) {
    this.#hooks = hooks;
    this.desk = desk;
    this.visit = visit;
    this.sight = sight;
    hooks.began?.(sight);
    this.call = new AgentCall(visit.place.origin, desk.limits.maxAnswerBytes, this);
  }

  start(): void {
    this.visit.caller.onLeave(() => this.left());
    passOn(this.visit, false, this.call);
  }

  /** Answers a message that was sent before, without an answer that anybody knows of. */
  find(): void {
    this.visit.caller.onLeave(() => this.#release());
    const because = 'the message was sent before, and its answer was lost';
    if (!this.#recover(because)) this.refuse(unknownOutcome(because));
  }

  end(head: AnswerHead, body: Buffer): void {
    const { codec, answerVantage, see } = this.sight;
    const { status, headers } = head;
    this.answerHead = head;
    this.body = body;
    const coding = headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity') return this.refuse(UNREADABLE);
    codec.decodeAnswer(answerVantage, { status, headers, body, received: this.desk.clock() }, (seen) => {
      if (seen.kind !== 'defect') this.told = seen;
      see(seen);
      this.#hooks.seen?.(seen);
      if (isUntouched(seen)) this.#hooks.untouched?.();
    });
    if (this.told?.kind === 'task') this.desk.weigh(this.visit.peer, this.sight.entry, body.length);
    this.decide();
  }

  failed(failure: AgentFailure): void {
    const { answerVantage: vantage, see } = this.sight;
    see({ kind: 'failure', ...failure, vantage, received: this.desk.clock() });
    if (!failure.sent) this.#hooks.untouched?.();
    if (this.#endStays() || (failure.sent && this.#recover(failure.message.replace(/\.$/, '')))) return;
    this.refuse(failureAnswer(failure));
  }

  read(task: Task): void {
    if (isInterrupted(task.state)) this.#answerTask(task);
  }

  ended(final: Final): void {
    this.#release();
    const { told } = this;
    if (told?.kind !== 'task') return this.#answerTask(final.task ?? this.guard?.task, final);
    if (agrees(told.task, final)) return this.pass();
    const json = jsonIn(this.body);
    const found = json && findTask(json);
    if (json === undefined || found === undefined) return this.pass();
    const ended = asEnded(found.task, final, told.task, this.visit.call.form.dialect);
    this.desk.act(
      this.visit.peer,
      'replaced',
      told.task.id,
      `an answer told ${told.task.state}, and the task has ended as ${final.state}`,
    );
    this.send(JSON.stringify(putTask(json, found.holder, ended)));
  }

  adrift(why: 'lost' | 'running', task: Task | undefined): void {
    this.#release();
    if (why === 'lost') return this.refuse(LOST);
    this.#answerTask(task);
  }

  closing(): void {
    this.#release();
    this.pass();
  }

  protected readonly see = (seen: Observation): void => {
    this.desk.judge(this.visit.peer, this.sight.entry, seen);
    this.guard?.see(seen);
  };

  protected get guard(): TaskGuard | undefined {
    return this.sight.entry.guard;
  }

  /** What becomes of an answer that has come. */
  protected decide(): void {
    const { told, guard } = this;
    if (told?.kind === 'list') return this.#decideList(told.tasks);
    if (this.#endStays()) return;
    if (told?.kind === 'failure') return this.refuse(UNREADABLE);
    if (told?.kind !== 'task' || guard === undefined) return this.pass();
    // Of another task than the one that was asked for nothing is verified here; that it was told is a finding.
    if (isForeign(told.task.id, this.sight.entry.record)) return this.pass();
    if (guard.final !== undefined) return this.ended(guard.final);
    if (isTerminal(told.task.state)) return this.wait(undefined);
    if (this.#mustWait(told.task)) return this.wait('main');
    this.pass();
  }

  /** Holds the answer back until the task has ended. */
  protected wait(role: ReadRole | undefined): void {
    this.role = role;
    const { guard } = this;
    if (guard === undefined) return this.pass();
    this.#unfollow = guard.follow(this);
    if (guard.final !== undefined) this.ended(guard.final);
  }

  /** Sends the answer on as it came. */
  protected pass(): void {
    if (this.answerHead === undefined) return this.refuse(LOST);
    const { status, raw } = this.answerHead;
    this.visit.caller.answer({ status, headers: answerHeaders(raw), body: this.body });
  }

  protected refuse(refusal: Refusal): void {
    this.visit.caller.answer(writeError(this.visit.call.form, refusal));
  }

  /** Sends other JSON in the place of what came. */
  protected send(json: string): void {
    const { status = 200, raw = ['Content-Type', 'application/json'] } = this.answerHead ?? {};
    const body = Buffer.from(json);
    const headers = withoutHeaders(answerHeaders(raw), [
      'content-length',
      'etag',
      'content-digest',
      'digest',
      'content-md5',
    ]);
    this.visit.caller.answer({ status, headers: [...headers, 'Content-Length', String(body.length)], body });
  }

  protected left(): void {
    this.#release();
    if (this.call.over) return;
    this.call.abandon();
    const { answerVantage: vantage, see } = this.sight;
    const message = 'The caller left before the agent had answered.';
    see({ kind: 'failure', reason: 'aborted', message, sent: this.call.sent, vantage, received: this.desk.clock() });
  }

  /** An end that was told is the answer also where the agent has none any more: it may have purged the task since. */
  #endStays(): boolean {
    const { told, guard, visit } = this;
    if (guard?.final === undefined || (guard.final.task ?? guard.task) === undefined) return false;
    if (!isGone(this.sight.vantage, told)) return false;
    this.desk.act(
      visit.peer,
      'replaced',
      guard.taskId,
      'the agent tells nothing any more of a task whose end was told',
    );
    this.answerHead = undefined;
    this.ended(guard.final);
    return true;
  }

  /** The answer to a send was lost: the task that it led to may be found by its message. */
  #recover(because: string): boolean {
    const { read, voice } = this.sight;
    if (read.call.operation !== 'SendMessage' || voice === undefined) return false;
    return findByMessage(voice, read.facts, this.see, (task) => {
      if (task === undefined) return this.refuse(unknownOutcome(because));
      this.sight.adopt(task.id);
      this.desk.act(this.visit.peer, 'continued', task.id, 'the answer to a send was lost; its task was found');
      if (read.facts.blocking === false && !isTerminal(task.state)) return this.#answerTask(task);
      this.wait('main');
    });
  }

  #release(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  /** 1.0: a send that waits is answered when the task has ended or asks (§3.2.2). */
  #mustWait({ state }: Task): boolean {
    const { operation, request } = this.sight.vantage;
    if (operation !== 'SendMessage' || this.sight.read.dialect !== '1.0' || request.blocking === false) return false;
    return !isInterrupted(state);
  }

  /** Answers with a task that a read has shown. */
  #answerTask(task: Task | undefined, final?: Final): void {
    this.#release();
    if (task === undefined) return this.refuse(LOST);
    const { form } = this.visit.call;
    const wrapped =
      this.sight.vantage.operation === 'SendMessage' && (form.dialect === '1.0' || form.binding === 'HTTP+JSON');
    const shown = final === undefined ? task.raw : asEnded(task.raw, final, task, form.dialect);
    this.send(taskAnswer(form, shown, wrapped));
  }

  #decideList(tasks: readonly Task[]): void {
    const { peer } = this.visit;
    const { owner } = this.sight.entry;
    const json = jsonIn(this.body);
    const { dialect } = this.visit.call.form;
    const patched = json && patchTasks(json, tasks, (id) => this.desk.finalOf(peer, owner, id), dialect);
    if (patched === undefined) return this.pass();
    this.desk.act(this.visit.peer, 'replaced', undefined, 'a list told of an ended task what is not its end');
    this.send(JSON.stringify(patched));
  }
}
