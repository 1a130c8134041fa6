import { refusedUntouched } from '../../protocol/error-code.ts';
import type { Task } from '../../protocol/model.ts';
import type { Observation, Observe } from '../../protocol/observation.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import { isInterrupted, isTerminal } from '../../protocol/task-state.ts';
import { nonblockingBlocks } from '../../rules/task/nonblocking-blocks.ts';
import { answerHeaders } from '../front/forward-headers.ts';
import { CallSight } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import { AgentCall, type AnswerHead, type AnswerReceiver } from '../upstream/agent-call.ts';
import { failureAnswer } from '../upstream/failure-answer.ts';
import { passOn } from '../upstream/pass-on.ts';
import type { Visit } from '../visit.ts';
import type { AgentVoice } from './agent-voice.ts';
import { CallerStream } from './caller-stream.ts';
import { findByMessage } from './find-by-message.ts';
import type { CallHooks } from './hooks.ts';
import { asPlainSend, opensIdFirst, redirectingStream } from './id-first.ts';
import { type LeftCall, LeftTask } from './left-task.ts';
import { unknownOutcome } from './refusals.ts';
import type { StreamHelp } from './stream-help.ts';
import { StreamSource } from './stream-source.ts';
import { Subscriptions } from './subscriptions.ts';
import { isUntouched } from './untouched.ts';

/** A call for a stream: opens it as is safest, and opens it anew where it ends too early. */
export class GuardedStream implements StreamHelp, LeftCall {
  readonly #desk: Desk;
  readonly #visit: Visit;
  readonly #read: ReadRequest;
  readonly #voice: AgentVoice;
  readonly #stream: CallerStream;
  readonly #hooks: CallHooks;
  sight: CallSight | undefined;
  #attached: TaskEntry | undefined;
  readonly #subscriptions = new Subscriptions();
  /** The caller has followed the task from its first moment, whoever streams now. */
  #fromStart = false;
  #sending: AgentCall | undefined;
  #left: LeftTask | undefined;
  #recovering = false;
  /** It subscribes to a task whose end its caller had been told: 1.0 has no stream for that (§3.1.6). */
  late = false;

  constructor(desk: Desk, visit: Visit, read: ReadRequest, voice: AgentVoice, hooks: CallHooks) {
    this.#hooks = hooks;
    this.#desk = desk;
    this.#visit = visit;
    this.#read = read;
    this.#voice = voice;
    this.#stream = new CallerStream(
      desk,
      visit,
      this,
      read.call.operation === 'SendStreamingMessage' && !read.facts.taskId,
    );
  }

  get entry(): TaskEntry {
    return this.#attached ?? (this.sight as CallSight).entry;
  }

  start(): void {
    if (opensIdFirst(this.#visit, this.#read))
      return this.#sendFirst('no stream of this interface was seen to work yet');
    const sight = this.#look(this.#read);
    const { call, dialect } = this.#read;
    this.late = dialect === '1.0' && call.operation === 'SubscribeToTask' && sight.entry.guard?.final !== undefined;
    const source = new StreamSource(this.#desk, sight.codec, sight.vantage, this.#seeFirst, this.#stream);
    source.call = new AgentCall(this.#visit.place.origin, this.#desk.limits.maxAnswerBytes, source);
    this.#stream.use(source);
    passOn(this.#visit, true, source.call);
  }

  /** Gives another caller of the same message the task that it led to. */
  attach(entry: TaskEntry): void {
    this.#attached = entry;
    if (entry.guard?.task !== undefined) return this.#follow(entry.guard.task);
    this.#stream.begin();
    this.#stream.readOn('the message had been sent before');
  }

  /** Looks for the task of a message that was sent before, without an answer that anybody knows of. */
  find(): void {
    this.#look(this.#read);
    this.recover('the message was sent before, and its answer was lost');
  }

  subscribe(): boolean {
    const taskId = this.#subscriptions.take(this.#desk, this.entry, this.#fromStart);
    if (taskId === undefined) return false;
    let source: StreamSource | undefined;
    const call = this.#voice.send(
      { operation: 'SubscribeToTask', taskId },
      this.#visit.call.form.rpcId,
      this.see,
      (vantage) => {
        source = new StreamSource(this.#desk, this.#voice.codec, vantage, this.see, this.#stream);
        this.#stream.use(source);
        return source;
      },
    );
    if (source === undefined) return false;
    source.call = call;
    return true;
  }

  answered(head: AnswerHead, body: Buffer): void {
    const told = this.#decode(head, body);
    if (this.#left !== undefined) return;
    if (told?.kind === 'task') return this.#follow(told.task);
    if (told?.kind === 'message') return this.#stream.giveAnswer(body);
    if (told?.kind !== 'error') return this.recover('the stream was answered by something else');
    const streams = this.entry.record.peer.claims.streaming !== false;
    const unwired = told.name === 'UnsupportedOperation' || told.name === 'MethodNotFound';
    if (streams && unwired && refusedUntouched(told.name, told.httpStatus)) {
      if (this.#read.call.operation === 'SendStreamingMessage')
        return this.#sendFirst('the agent refuses the streams that it declares');
      const { state, id } = this.entry.record;
      if (id !== undefined && state !== undefined && !isTerminal(state)) {
        this.#stream.begin();
        return this.#stream.readOn('the agent refuses the subscriptions that it declares');
      }
    }
    this.#visit.caller.answer({ status: head.status, headers: answerHeaders(head.raw), body });
  }

  recover(because: string): void {
    if (this.#left !== undefined) return this.#left.lost();
    const { facts, call } = this.#read;
    const unknown = unknownOutcome(because);
    if (this.late) return this.#stream.join();
    if (call.operation === 'SubscribeToTask' && facts.taskId) {
      this.#stream.begin();
      return this.#stream.readOn(because);
    }
    if (this.#recovering) return this.#stream.fail(unknown);
    this.#recovering = true;
    const looks = findByMessage(this.#voice, facts, this.see, (task) => {
      if (this.#left !== undefined) return this.#left.found(task);
      if (task === undefined) return this.#stream.fail(unknown);
      this.sight?.adopt(task.id);
      this.#stream.begin();
      this.#stream.readOn(because);
    });
    if (!looks) this.#stream.fail(unknown);
  }

  closed(): boolean {
    const { caller, peer } = this.#visit;
    const cancels = caller.left && peer.protection.onLeave === 'cancel';
    if (cancels) this.#left = new LeftTask(this.#desk, this.#visit, this.#voice, this);
    if (this.#left?.waits === true) return true;
    this.#sending?.abandon();
    return false;
  }

  get sent(): boolean {
    return (this.#sending ?? this.#stream.call)?.sent ?? true;
  }

  abandon(): void {
    this.#sending?.abandon();
    this.#stream.leaveSource();
  }

  /** Sends the message so that its answer tells the id of the task, and streams from there. */
  #sendFirst(because: string): void {
    const { peer, place } = this.#visit;
    const { request, read } = asPlainSend(this.#visit, this.#read);
    const sight = this.#look(read);
    this.#fromStart = true;
    const receiver: AnswerReceiver = {
      end: (head, body) => this.#sent(head, body),
      failed: (failure) => {
        this.#seeFirst({ kind: 'failure', ...failure, vantage: sight.vantage, received: this.#desk.clock() });
        if (failure.sent) this.recover(failure.message.replace(/\.$/, ''));
        else this.#stream.fail(failureAnswer(failure));
      },
    };
    this.#sending = new AgentCall(place.origin, this.#desk.limits.maxAnswerBytes, receiver);
    this.#desk.act(peer, 'id-first', undefined, `a stream was opened by a send that does not wait: ${because}`);
    peer.pool(place.origin).dispatch(request, false, this.#sending);
  }

  #sent(head: AnswerHead, body: Buffer): void {
    const told = this.#decode(head, body);
    if (this.#left !== undefined) return;
    const { record, at } = this.entry;
    if (isTerminal(record.state) && record.found?.has(nonblockingBlocks.id) === true) {
      this.#visit.peer.noteBlocking(at.interfaceUrl);
    }
    if (told?.kind === 'task') return this.#follow(told.task);
    if (told?.kind === 'message') return this.#stream.giveAnswer(body);
    if (told?.kind === 'error') {
      const headers = redirectingStream(head.status, answerHeaders(head.raw));
      return this.#visit.caller.answer({ status: head.status, headers, body });
    }
    this.recover('the agent answered the message with something that is no answer');
  }

  /** A task is known: the caller is given it, and what follows. */
  #follow(task: Task): void {
    this.#stream.begin();
    const { guard } = this.entry;
    if (isTerminal(task.state) || guard?.final !== undefined) return this.#stream.join();
    this.#stream.give(task);
    // A subscription to a task that asks may stay open without a word, and its caller would never come to answer.
    if (isInterrupted(task.state)) return this.#stream.endAsking(task);
    this.#stream.role = 'main';
    // With each further listener some agents store what they stream once more.
    if (guard?.streamed === true) return this.#stream.readOn('another stream of it is open');
    if (!this.subscribe()) return this.#stream.readOn('the agent streams nothing of this task');
    this.#stream.join();
  }

  #decode(head: AnswerHead, body: Buffer): Observation | undefined {
    const sight = this.sight as CallSight;
    let told: Observation | undefined;
    const answer = { status: head.status, headers: head.headers, body, received: this.#desk.clock() };
    sight.codec.decodeAnswer(sight.answerVantage, answer, (seen) => {
      if (seen.kind !== 'defect') told = seen;
      this.#seeFirst(seen);
    });
    this.#desk.weigh(this.#visit.peer, sight.entry, body.length);
    return told;
  }

  #look(read: ReadRequest): CallSight {
    const sight = new CallSight(this.#desk, this.#visit, read, this.#voice);
    this.sight = sight;
    this.#hooks.began?.(sight);
    return sight;
  }

  /** What is seen of the caller's own call. */
  readonly #seeFirst: Observe = (seen) => {
    this.sight?.see(seen);
    this.#hooks.seen?.(seen);
    if (isUntouched(seen)) this.#hooks.untouched?.();
    this.#left?.see(seen);
  };

  /** What is seen of the gateway's calls for it. */
  readonly see: Observe = (seen) => {
    this.#desk.judge(this.#visit.peer, this.entry, seen);
    this.entry.guard?.see(seen);
  };
}
