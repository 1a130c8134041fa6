import type { ReadRequest } from '../../protocol/read/request.ts';
import { type WrittenAnswer, writeError } from '../front/error-answer.ts';
import { CallSight, ownerOf } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import type { Visit } from '../visit.ts';
import { AgentVoice } from './agent-voice.ts';
import { answerFrame } from './event-frame.ts';
import { GuardedAnswer } from './guarded-answer.ts';
import { GuardedStream } from './guarded-stream.ts';
import { jsonIn } from './json-in.ts';
import type { SentMessage } from './sent-messages.ts';
import { StreamVoice } from './stream-voice.ts';
import { TaskAnswer } from './task-answer.ts';

/** A message that was sent before, by this operation or the other one: its caller gets what came of it, in the form of now. */
export class FoundAgain {
  readonly #desk: Desk;
  readonly #visit: Visit;
  readonly #read: ReadRequest;
  readonly #message: SentMessage;
  readonly #sendAnew: () => void;

  constructor(desk: Desk, visit: Visit, read: ReadRequest, message: SentMessage, sendAnew: () => void) {
    this.#desk = desk;
    this.#visit = visit;
    this.#read = read;
    this.#message = message;
    this.#sendAnew = sendAnew;
  }

  answer(): void {
    this.#desk.act(this.#visit.peer, 'answered-again', this.#message.taskId, 'a message came twice, and was sent once');
    this.#answer();
  }

  #answer(): void {
    const { answer, over, untouched, waiting } = this.#message;
    if (this.#visit.caller.over) return;
    if (untouched) return this.#sendAnew();
    if (answer !== undefined && this.#suits(answer)) return this.#visit.caller.answer(this.#mine(answer));
    // Whoever sends it in the same way may have the very answer.
    const entry = over || !this.#isSame ? this.#entry : undefined;
    if (entry !== undefined) return this.#byTask(entry);
    if (!over) return void waiting.push(() => this.#answer());
    if (answer !== undefined && this.#isLikely) return this.#asEvent(answer);
    this.#look();
  }

  #byTask(entry: TaskEntry): void {
    if (!this.#streams) return new TaskAnswer(this.#visit, this.#read, entry).start();
    const voice = new AgentVoice(this.#desk, this.#visit, this.#read);
    new GuardedStream(this.#desk, this.#visit, this.#read, voice, {}).attach(entry);
  }

  /** Its call is over, and nobody was told a task: the agent may have one. */
  #look(): void {
    const { taskId } = this.#message;
    if (taskId !== undefined) {
      const message = `This message was sent before; its task is ${taskId}. It was not sent again.`;
      return this.#visit.caller.answer(writeError(this.#visit.call.form, { name: 'InvalidRequest', message }));
    }
    const [desk, visit, read] = [this.#desk, this.#visit, this.#read];
    const voice = new AgentVoice(desk, visit, read);
    const hooks = {
      began: (sight: CallSight) => {
        sight.onTask = (found) => desk.sentTo(visit.peer).ledTo(this.#message, found);
      },
    };
    if (this.#streams) return new GuardedStream(desk, visit, read, voice, hooks).find();
    new GuardedAnswer(desk, visit, new CallSight(desk, visit, read, voice), hooks).find();
  }

  /** The answer to a plain send is what the first event of a stream is. */
  #asEvent({ body }: WrittenAnswer): void {
    const voice = new StreamVoice(this.#visit);
    voice.begin();
    voice.say(answerFrame(body));
    voice.end();
  }

  get #entry(): TaskEntry | undefined {
    const { taskId } = this.#message;
    return taskId === undefined ? undefined : this.#desk.bookOf(this.#visit.peer).find(ownerOf(this.#visit), taskId);
  }

  get #streams(): boolean {
    return this.#read.call.operation === 'SendStreamingMessage';
  }

  /** Whether it is written as the first one was. */
  get #isLikely(): boolean {
    const { dialect, binding } = this.#message.sentBy;
    return dialect === this.#read.dialect && binding === this.#read.binding;
  }

  get #isSame(): boolean {
    const { operation } = this.#message.sentBy;
    return this.#isLikely && operation === 'SendMessage' && operation === this.#read.call.operation;
  }

  /** Whether the answer to the first one is one to this. Errors are the same for both operations. */
  #suits({ status, body }: WrittenAnswer): boolean {
    if (!this.#isLikely) return false;
    if (this.#message.sentBy.operation === this.#read.call.operation || status >= 400) return true;
    return jsonIn(body)?.['error'] !== undefined;
  }

  /** The answer, with the id of this request. */
  #mine(answer: WrittenAnswer): WrittenAnswer {
    const { rpcId: id } = this.#visit.call.form;
    const json = id === null || id === undefined ? undefined : jsonIn(answer.body);
    if (json === undefined || json['id'] === id) return answer;
    const body = Buffer.from(JSON.stringify({ ...json, id }));
    const headers = [...answer.headers];
    for (let at = 0; at < headers.length; at += 2) {
      if (headers[at]?.toLowerCase() === 'content-length') headers[at + 1] = String(body.length);
    }
    return { ...answer, headers, body };
  }
}
