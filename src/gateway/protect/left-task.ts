import type { Task } from '../../protocol/model.ts';
import type { Observation, Observe } from '../../protocol/observation.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import type { Peer } from '../peer.ts';
import type { CallSight } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import type { Visit } from '../visit.ts';
import type { AgentVoice } from './agent-voice.ts';
import { findByMessage } from './find-by-message.ts';
import { PatientTimer } from './patient-timer.ts';
import { isUntouched } from './untouched.ts';

/** A call for a stream whose caller has left, and whose task is to be canceled. */
export interface LeftCall {
  /** The task, as far as it is known which it is. */
  readonly entry: TaskEntry;
  /** What is seen of the call itself, where it was made. */
  readonly sight: CallSight | undefined;
  /** Whether the message may have reached the agent. */
  readonly sent: boolean;
  /** Takes in what the gateway's own calls show. */
  readonly see: Observe;
  /** Gives the call up. */
  abandon(): void;
}

/**
 * Cancels the task of a caller that has left. Where nothing has told which it is, the call is not given up before it tells
 * that, for as long as two streams may be mute; else the task is looked for by the message's id.
 */
export class LeftTask {
  /** Whether the call still has to tell which task it is. */
  waits = false;
  readonly #desk: Desk;
  readonly #peer: Peer;
  readonly #voice: AgentVoice;
  readonly #left: LeftCall;
  #timer: PatientTimer | undefined;

  constructor(desk: Desk, { peer }: Visit, voice: AgentVoice, left: LeftCall) {
    this.#desk = desk;
    this.#peer = peer;
    this.#voice = voice;
    this.#left = left;
    const id = this.#id;
    if (id !== undefined) this.#cancel(id);
    else if (left.sent) {
      this.waits = true;
      this.#timer = new PatientTimer(() => this.lost(), 2 * desk.bounds.silence.ms);
    }
  }

  /** Something more was seen of the call. */
  see(seen: Observation): void {
    if (!this.waits) return;
    const id = this.#id;
    if (id !== undefined) {
      this.#done();
      this.#cancel(id);
    } else if (isUntouched(seen) || seen.kind === 'error' || seen.kind === 'message') this.#done();
    else if (seen.kind === 'close' || seen.kind === 'failure') this.lost();
  }

  /** The call will tell nothing any more. */
  lost(): void {
    if (!this.waits) return;
    this.#done();
    const { sight, see } = this.#left;
    const looks = sight !== undefined && findByMessage(this.#voice, sight.read.facts, see, (task) => this.found(task));
    if (!looks) this.#giveUp();
  }

  /** What a look for the task has come to. */
  found(task: Task | undefined): void {
    this.#done();
    if (task === undefined) return this.#giveUp();
    this.#left.sight?.adopt(task.id);
    if (!isTerminal(task.state)) this.#cancel(task.id);
  }

  get #id(): string | undefined {
    return this.#left.entry.record.id ?? this.#left.sight?.read.facts.taskId;
  }

  #done(): void {
    this.waits = false;
    this.#timer?.clear();
    this.#left.abandon();
  }

  #giveUp(): void {
    const says = 'A caller has left, and it is not known which task its message has led to: none was canceled.';
    this.#desk.report({ kind: 'notice', peer: this.#peer.name, says });
  }

  #cancel(id: string): void {
    const { entry, see } = this.#left;
    const { record, guard } = entry;
    if (isTerminal(record.state) || guard?.final !== undefined) return;
    this.#desk.act(this.#peer, 'canceled', id, 'its caller has left');
    this.#voice.ask({ operation: 'CancelTask', taskId: id }, see, () => undefined);
  }
}
