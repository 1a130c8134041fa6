import { ReadCadence, type ReadRole } from '../contract/read-cadence.ts';
import type { Observation } from '../protocol/observation.ts';
import { shortHistory } from '../protocol/short-history.ts';
import { isInterrupted, isTerminal } from '../protocol/task-state.ts';
import { type ChannelContext, NEVER } from './channel-context.ts';
import type { ReadTurn } from './peer-pace.ts';
import type { StreamChannel } from './stream-channel.ts';

/** Messages of the history that are asked for where one of ours is looked for in it. */
const HISTORY = 50;

/** An agent that always wants to be left alone is not waited for longer than this. */
const MOST_HELD_MS = 120_000;

/** The reads of one delegation: the witness beside its stream, the main channel without one, and what settles its end. */
export class ReadChannel {
  readonly #context: ChannelContext;
  readonly #stream: StreamChannel;
  readonly #cadence: ReadCadence;
  #lastRead = 0;
  /** When the read was asked that is on its way, and how long those before it were, together. */
  #asked: number | undefined;
  #onWayMs = 0;
  #hinted = false;
  /** When the read may go out that is wanted by now. */
  #turn: ReadTurn | undefined;
  /** Since when a read is wanted that may not be made yet, and how long others were held back before it. */
  #heldFrom: number | undefined;
  #heldMs = 0;

  constructor(context: ChannelContext, stream: StreamChannel) {
    this.#context = context;
    this.#stream = stream;
    this.#cadence = new ReadCadence(context.plan.bounds, 'main', context.clock());
  }

  /** Reads begin to play another role. */
  play(role: ReadRole, now: number): void {
    this.#cadence.play(role, now);
  }

  /** Something says that the task has changed: it is worth a read at once. */
  hint(): void {
    this.#hinted = true;
  }

  /** Reads if that is due. */
  act(now: number): void {
    const taskId = this.#context.course.record.id;
    if (taskId !== undefined && now >= this.due(now)) this.#read(taskId, now);
  }

  due(now: number): number {
    if (this.#asked !== undefined || this.#context.course.record.id === undefined) return NEVER;
    const wanted = this.#wanted(now);
    if (wanted > now) {
      this.#turn = undefined;
      this.#heldFrom = undefined;
      return wanted;
    }
    this.#turn ??= this.#context.pace.next(now);
    this.#heldFrom = Math.min(this.#heldFrom ?? wanted, wanted);
    return this.#turn();
  }

  /**
   * For how long reads were wanted and not made, as they had to wait their turn, or were on their way, as far as one answer
   * may take: of that time, nothing tells anything.
   */
  heldMs(now: number): number {
    const onWay = this.#onWayMs + (this.#asked === undefined ? 0 : Math.max(0, now - this.#asked));
    return this.#waitedMs(now) + Math.min(onWay, this.#context.plan.bounds.answer.ms);
  }

  #waitedMs(now: number): number {
    const held = this.#heldFrom === undefined ? 0 : Math.max(0, now - this.#heldFrom);
    return Math.min(this.#heldMs + held, MOST_HELD_MS);
  }

  /** Keeps account of what the agent says to reads. */
  follow(seen: Observation): void {
    if (seen.kind !== 'error' || seen.retryAfterMs === undefined) return;
    this.#context.pace.holdOff(seen.received, seen.retryAfterMs);
  }

  #read(taskId: string, now: number): void {
    const { course, plan, clock, ask } = this.#context;
    const before = course.record.state;
    this.#asked = now;
    this.#hinted = false;
    this.#heldMs = this.#waitedMs(now);
    this.#heldFrom = undefined;
    this.#turn = undefined;
    ask({ operation: 'GetTask', taskId, ...this.#history }, plan.bounds.answer.ms, () => {
      this.#lastRead = clock();
      this.#onWayMs += this.#lastRead - now;
      this.#asked = undefined;
      this.#cadence.made(this.#lastRead, course.record.state !== before);
    });
  }

  #wanted(now: number): number {
    const { course, plan, client } = this.#context;
    const { facts, settlement } = course;
    if (this.#hinted) return now;
    // Whether the task really waits for its caller, a read tells at once; no stream has to end for that.
    const asked = Math.max(this.#lastRead, facts.turn?.asked ?? 0);
    if (isInterrupted(course.record.state) && asked < (facts.interruptedAt ?? 0)) return now;
    if (facts.turn?.answer === 'refused' && this.#lastRead < facts.turn.answeredAt) return now;
    const { openedAt, heard } = this.#stream;
    // Before 1.0 no snapshot is promised at the beginning of a subscription, so a read tells what was missed.
    if (openedAt !== undefined && this.#lastRead < openedAt && client.codec.dialect !== '1.0') return now;
    const due = settlement.readDue(now) ?? this.#cadence.due;
    if (openedAt === undefined || heard || this.#lastRead > openedAt) return due;
    return Math.min(due, openedAt + plan.bounds.firstFrame.ms);
  }

  get #history() {
    const { course, plan } = this.#context;
    const { claims } = course.record.peer;
    // A card that claims a history owes it to whoever is asked for input (D§5), which any read may be the first to show.
    const owed = claims.stateTransitionHistory === true && !isTerminal(course.record.state);
    if (owed || course.facts.turn?.answer === 'unknown') return { historyLength: HISTORY };
    return shortHistory(plan.interface.dialect, plan.interface.binding);
  }
}
