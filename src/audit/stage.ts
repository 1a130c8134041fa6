import type { AgentCard } from '../card/agent-card.ts';
import { anchoredClock } from '../http/clock.ts';
import type { MonitorLimits } from '../lifecycle/limits.ts';
import { stateOf } from '../lifecycle/order.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Call } from '../protocol/call.ts';
import type { Part } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';
import { isInterrupted } from '../protocol/task-state.ts';
import type { PushListener } from '../push/push-listener.ts';
import type { CallOptions, Calls } from './calls.ts';
import type { Capability } from './capability.ts';
import type { ExchangeLog } from './exchange-log.ts';
import { noAnswerWords } from './failure-words.ts';
import type { SendOptions } from './message-call.ts';
import type { Pace } from './pace.ts';
import { type PromptBook, type PromptKind, WHAT_IT_MAKES } from './prompts.ts';
import type { Reply } from './reply.ts';
import { noTaskWords, refusedWords, requireTask } from './require-task.ts';
import type { FoundInRun } from './run-scenario.ts';
import type { Means } from './scenario.ts';
import { isOver, type SeenStream } from './seen-stream.ts';
import { TOO_QUICK, Untested } from './untested.ts';
import { Work } from './work.ts';

/** What came of a course of calls: those of one task, or a call that has to do with none. */
export interface Course {
  readonly work: Work;
  readonly observations: readonly Observation[];
}

export interface StageOptions {
  readonly claims: Claims;
  readonly card: AgentCard;
  /** What a look at the card itself brings. */
  readonly inspectCard: () => Promise<readonly FoundInRun[]>;
  /** The user said where the agent reaches our receiver. */
  readonly publicReceiver: boolean;
  readonly calls: Calls;
  readonly pace: Pace;
  readonly log: ExchangeLog;
  readonly prompts: PromptBook;
  readonly means: Means;
  readonly signal: AbortSignal;
  readonly watchMs: number;
  /** Opens the receiver of web-hooks; rejects with `Untested` where agents can't reach one. */
  readonly receiver: () => Promise<PushListener>;
}

/** A flood of events is told by so many as well as by all of them, and then left. */
const MOST_SEEN = 20_000;

/** How long work is waited for to show something. */
const PROGRESS_MS = 1_000;

/** Where a scenario plays: what it may know and do, and what it saw. */
export class Stage {
  readonly options: StageOptions;
  readonly courses: Course[] = [];
  readonly exercisedClaims = new Set<Capability>();
  readonly missing: { readonly claim: Capability; readonly reason: string }[] = [];
  /** How the agent behaved, by what was asked of it, to be compared with its other interfaces. */
  readonly manners = new Map<string, string>();
  /** What probes found that no monitor can see. */
  readonly found: FoundInRun[] = [];
  /** Suspicions that a second run would not confirm, since a control has failed. */
  readonly doubts = new Set<string>();
  /** Suspicions that a second run confirms although they might be staleness, since a control has passed. */
  readonly vouched = new Set<string>();
  /** More came than is looked at. */
  flooded = false;
  /** Times to judge this run by, where a control has shown that others would be unfair. */
  limits: Partial<MonitorLimits> = {};

  readonly #ends: (() => void)[] = [];

  constructor(options: StageOptions) {
    this.options = options;
  }

  get claims(): Claims {
    return this.options.claims;
  }

  get pace(): Pace {
    return this.options.pace;
  }

  get watchMs(): number {
    return this.options.watchMs;
  }

  /** The time, on the clock of the observations. */
  get now(): number {
    return anchoredClock();
  }

  /** What was shown: whatever the rules have not found broken of this by the end, is kept. */
  exercised(...claims: readonly Capability[]): void {
    for (const claim of claims) this.exercisedClaims.add(claim);
  }

  /** What a call was answered shows these claims; how it was refused is compared with other interfaces. */
  answered(reply: Reply, asked: string, ...claims: readonly Capability[]): void {
    if (reply.kind === 'refused') this.manners.set(asked, reply.error.name);
    if (reply.kind !== 'nothing') this.exercised(...claims);
  }

  /** Something that could not be shown, while the rest goes on. */
  lacks(claim: Capability, reason: string): void {
    this.missing.push({ claim, reason });
  }

  /** No second run is to confirm a suspicion of this rule. */
  doubt(rule: string): void {
    this.doubts.add(rule);
  }

  /** A suspicion of this rule is more than staleness. */
  vouch(rule: string): void {
    this.vouched.add(rule);
  }

  /** A course of calls of its own. */
  work(): Work {
    const observations: Observation[] = [];
    const { calls, pace, signal } = this.options;
    const record = (seen: Observation): void => {
      if (observations.length < MOST_SEEN) observations.push(seen);
      else if (!this.flooded) {
        this.flooded = true;
        work.close();
      }
    };
    const work = new Work({ calls, pace, signal, record });
    this.courses.push({ work, observations });
    return work;
  }

  /** A call that has to do with no task of ours, in a course of its own. */
  probe(call: Call, options?: CallOptions): Promise<Reply> {
    return this.work().ask(call, options);
  }

  /** @throws Untested where nothing is known to say */
  partsFor(kind: PromptKind): readonly Part[] {
    const parts = this.options.prompts.partsFor(kind);
    if (parts !== undefined) return parts;
    throw new Untested(
      `no prompt is known that makes this agent ${WHAT_IT_MAKES[kind]}; give one as “${kind}” in --prompts`,
    );
  }

  /**
   * Begins a task without waiting for it.
   *
   * @throws Untested where none came about
   */
  async begin(kind: PromptKind, options: SendOptions = {}): Promise<Work> {
    const work = this.work();
    const reply = await work.send(this.partsFor(kind), { blocking: false, ...options });
    return requireTask(work, reply);
  }

  /** Begins a task on a stream. @throws Untested where none came about */
  async beginStream(kind: PromptKind, options: SendOptions = {}): Promise<{ work: Work; stream: SeenStream }> {
    const work = this.work();
    const stream = work.stream(this.partsFor(kind), options);
    const { answerMs, times } = this.pace;
    await work.until(
      () => work.id !== undefined || stream.refusal !== undefined || isOver(stream),
      answerMs + times.patienceMs,
    );
    if (stream.refusal?.kind === 'error') throw new Untested(refusedWords('the streaming message', stream.refusal));
    if (stream.refusal !== undefined) throw new Untested(noAnswerWords(stream.refusal));
    if (work.id === undefined) throw new Untested(noTaskWords(work));
    return { work, stream };
  }

  /**
   * Begins a task and catches it at work.
   *
   * @throws Untested where it was over too soon
   */
  async running(options: SendOptions = {}): Promise<Work> {
    let work = await this.begin('slow', options);
    // An agent that waits with its answer may still be caught by a stream.
    if (work.ended && this.claims.streaming === true) work = (await this.beginStream('slow', options)).work;
    await work.read();
    if (work.ended) throw new Untested(TOO_QUICK);
    if (isInterrupted(work.state)) {
      throw new Untested(`the task waits for its caller instead of working (${work.state})`);
    }
    return work;
  }

  /**
   * Begins a task and catches it when it has something to show, if that is soon: of what a cancel leaves behind only so
   * much can be said as was there before.
   *
   * @throws Untested where it was over too soon
   */
  async producing(): Promise<Work> {
    const work = await this.running();
    await work.readUntil(() => work.hasArtifacts || work.ended, PROGRESS_MS);
    if (work.ended) throw new Untested(TOO_QUICK);
    return work;
  }

  /** Begins a task and lets it come to its end. @throws Untested where it comes to none in time */
  async ended(kind: PromptKind, options: SendOptions = {}): Promise<Work> {
    const work = await this.begin(kind, options);
    await this.finished(work);
    return work;
  }

  /** Lets a task come to its end. @throws Untested where it comes to none in time */
  async finished(work: Work): Promise<void> {
    const done = await work.readUntil(() => work.ended || isInterrupted(work.state), this.pace.times.patienceMs);
    if (!done) throw new Untested(`the task had not ended after ${Math.round(this.pace.times.patienceMs / 1_000)} s`);
    if (isInterrupted(work.state))
      throw new Untested(`the task waits for its caller instead of ending (${work.state})`);
  }

  /** Whether the agent can be expected to reach a receiver of ours: it is on this machine, or we were told an address. */
  get canBeCalledBack(): boolean {
    const { hostname } = new URL(this.options.calls.counterpart.endpoint.url);
    return this.options.publicReceiver || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  }

  /** Whether the state that is known of a task was delivered to that web-hook. */
  endDelivered(work: Work, url: string | undefined): boolean {
    const course = this.courses.find((one) => one.work === work);
    return (course?.observations ?? []).some(
      (seen) => seen.vantage.channel === 'push' && seen.vantage.request.pushUrl === url && stateOf(seen) === work.state,
    );
  }

  /** Does that when the scenario is over. */
  onClose(end: () => void): void {
    this.#ends.push(end);
  }

  /** Ends what is still open on this side. */
  close(): void {
    for (const end of this.#ends) end();
    for (const { work } of this.courses) work.close();
  }
}
