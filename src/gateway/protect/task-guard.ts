import { settleTimes } from '../../contract/bounds.ts';
import { ReadCadence } from '../../contract/read-cadence.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { Settlement } from '../../lifecycle/settlement.ts';
import type { Task } from '../../protocol/model.ts';
import type { Observation } from '../../protocol/observation.ts';
import { shortHistory } from '../../protocol/short-history.ts';
import { isTerminal, type TerminalState } from '../../protocol/task-state.ts';
import type { Peer } from '../peer.ts';
import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import type { AgentVoice } from './agent-voice.ts';
import type { Final, Follower } from './follower.ts';
import { Followers } from './followers.ts';
import { LifeSigns } from './life-signs.ts';
import { type Concluded, outcomeWords, TOLD_BY_AGENT } from './outcome-words.ts';
import { Supervision } from './supervision.ts';

/** Acts for one task of one caller: verifies its end by reads, and keeps that for good. */
export class TaskGuard {
  readonly settlement: Settlement;
  readonly life: LifeSigns;
  final: Final | undefined;
  /** A cancel was asked, and what it has come to is not known yet. */
  canceling = false;
  /** The newest snapshot that was told in order. */
  task: Task | undefined;
  /** The id of its task, for as long as the agent itself has not told it. */
  taskId: string | undefined;
  voice: AgentVoice | undefined;
  /** What the newest read of any caller has shown, stale or not. */
  #shown: Task | undefined;
  readonly #desk: Desk;
  readonly #peer: Peer;
  readonly #entry: TaskEntry;
  readonly #cadence: ReadCadence;
  readonly #followers = new Followers();
  #timer: NodeJS.Timeout | undefined;
  #reading = false;
  #adrift = false;
  readonly #supervision = new Supervision();
  #closed = false;

  constructor(desk: Desk, peer: Peer, entry: TaskEntry) {
    const { bounds } = desk;
    this.#desk = desk;
    this.#peer = peer;
    this.#entry = entry;
    this.settlement = new Settlement(settleTimes(bounds));
    this.life = new LifeSigns(bounds.inFlight.ms);
    this.#cadence = new ReadCadence(bounds, 'beside', desk.clock());
  }

  /** Whether somebody waits, or the end is being verified. Reads behind the end can be done without. */
  get busy(): boolean {
    const acting = this.#timer !== undefined || this.#reading;
    return !this.#followers.none || (acting && this.final === undefined);
  }

  /** By whose voice the agent is asked from now on, and for which task, if the agent has not told its id. */
  speakBy(voice: AgentVoice, taskId: string | undefined): void {
    this.voice = voice;
    this.taskId ??= taskId;
  }

  /** Whether somebody is told of it by a stream that works. */
  get streamed(): boolean {
    return this.#followers.streamed;
  }

  /** Whether an end was told that is not verified yet. */
  get verifying(): boolean {
    return this.final === undefined && !this.#adrift && this.settlement.memory.told !== undefined;
  }

  /** Takes in an observation of the task, in the order of receipt. */
  see(seen: Observation): void {
    // What is told is told.
    if (this.final?.task !== undefined) return;
    const { record } = this.#entry;
    this.settlement.observe(seen);
    this.life.see(seen, record);
    const isOurs = seen.kind === 'task' && !isForeign(seen.task.id, record);
    if (isOurs && seen.task.state === record.state) this.task = seen.task;
    if (seen.kind === 'task' && seen.vantage.operation === 'GetTask') this.#shown = seen.task;
    if (seen.kind === 'task' || seen.kind === 'status') this.#heard(seen.vantage.operation === 'GetTask');
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    this.arm();
    return () => {
      this.#followers.delete(follower);
      this.arm();
    };
  }

  /** The end as it is to be told from now on. `says`: on what it rests. */
  conclude(end: Omit<Final, 'streamed'>, says: string): void {
    if (this.final !== undefined) return;
    const streamed = this.#followers.all.flatMap((follower) => follower.streamed?.(end.task) ?? []);
    const final = { ...end, streamed };
    this.final = final;
    this.#shown = undefined;
    this.canceling = false;
    this.#supervision.begin(this.#desk.clock());
    this.#desk.concluded(this.#peer, this.#entry, this.#id ?? '', final, says);
    for (const follower of this.#followers.all) follower.ended(final);
    this.arm();
  }

  /** The end was told before the gateway was started anew. */
  restore(final: Final): void {
    this.final ??= final;
  }

  /** A cancel has come to nothing: what was held back for it may go on. */
  release(): void {
    if (!this.canceling) return;
    this.canceling = false;
    for (const follower of this.#followers.all) follower.released?.();
  }

  /** Sets the clock for what is due next. To be called when that may have changed. */
  arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closed || this.#reading || this.voice === undefined || this.#id === undefined) return;
    const now = this.#desk.clock();
    const due = this.#due(now);
    if (due === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#read();
      },
      Math.max(0, due - now),
    );
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#followers.close();
  }

  /** It is remembered no more: nothing is done for it until somebody waits again. */
  forget(): void {
    this.#supervision.end();
    this.arm();
  }

  get #id(): string | undefined {
    return this.#entry.record.id ?? this.taskId;
  }

  #heard(read: boolean): void {
    if (this.final !== undefined) return;
    const { told } = this.settlement.memory;
    if (told !== undefined && this.#peer.protection.settle === 'immediate' && !this.canceling) {
      const task = isTerminal(this.task?.state) ? this.task : undefined;
      return this.conclude({ state: told.state, task, verified: false }, TOLD_BY_AGENT);
    }
    if (read) this.#decide();
    else if (told !== undefined) this.arm();
  }

  #decide(): void {
    if (this.final !== undefined) return;
    const verdict = this.settlement.verdict(this.#desk.clock());
    switch (verdict.kind) {
      case 'settled':
      case 'contradicted':
        return this.#end(verdict.task.state as TerminalState, verdict.task, verdict.kind === 'settled', verdict);
      case 'unconfirmed': {
        const task = this.task?.state === verdict.state ? this.task : undefined;
        return this.#end(verdict.state, task, false, verdict);
      }
      case 'lost':
        return this.#drift('lost');
      case 'running': {
        const last = this.#shown ?? this.task;
        if (last === undefined || !isTerminal(last.state)) return this.#drift('running');
        return this.#end(last.state, last, false, verdict);
      }
      default:
        return;
    }
  }

  #end(state: TerminalState, task: Task | undefined, settled: boolean, verdict: Concluded): void {
    const ranOn = state === 'canceled' && this.life.seen;
    this.conclude({ state, task, verified: settled && !ranOn }, outcomeWords(verdict, ranOn));
  }

  #drift(why: 'lost' | 'running'): void {
    this.release();
    if (this.#adrift) return;
    this.#adrift = true;
    for (const follower of this.#followers.all) follower.adrift(why, this.#shown ?? this.task);
  }

  #due(now: number): number | undefined {
    if (this.final !== undefined) return this.final.task === undefined ? undefined : this.#supervision.due;
    const { role } = this.#followers;
    const verify = this.#adrift && this.#followers.none ? undefined : this.settlement.readDue(now);
    if (verify !== undefined) return verify;
    if (role === undefined) return undefined;
    this.#cadence.play(role, now);
    return this.#cadence.due;
  }

  #read(): void {
    const before = this.#entry.record.state;
    const id = this.#id;
    const voice = this.voice;
    if (voice === undefined || id === undefined) return;
    const { dialect, binding } = voice.codec;
    let shown: Task | undefined;
    this.#reading = true;
    const observe = (seen: Observation): void => {
      this.#desk.judge(this.#peer, this.#entry, seen);
      this.see(seen);
      if (seen.kind !== 'task') return;
      shown = seen.task;
      if (seen.task.id === this.#entry.record.id) this.#desk.bookOf(this.#peer).remember(this.#entry, seen.task.id);
    };
    const call = voice.ask(
      { operation: 'GetTask', taskId: id, ...shortHistory(dialect, binding) },
      observe,
      (bytes) => {
        const now = this.#desk.clock();
        this.#reading = false;
        this.#desk.weigh(this.#peer, this.#entry, bytes);
        this.#cadence.made(now, this.#entry.record.state !== before);
        if (this.final !== undefined) this.#supervision.made();
        else this.#decide();
        if (shown !== undefined && shown === this.task && this.final === undefined) {
          for (const follower of this.#followers.all) follower.read(shown, now);
        }
        this.arm();
      },
    );
    if (call === undefined) this.#reading = false;
  }
}
