import { missesOf } from '../contract/result-predicate.ts';
import { anchoredClock } from '../http/clock.ts';
import { isOfOrigin } from '../http/credentials.ts';
import type { Part } from '../protocol/model.ts';
import type { DelegationEntry } from '../store/journal.ts';
import { Assignment } from './assignment.ts';
import { tryStreams } from './canary.ts';
import { MOST_TIMEOUT_MS } from './check-options.ts';
import { type DelegateOptions, TEN_MINUTES_MS, type Work } from './delegate-options.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { EventQueue } from './event-queue.ts';
import { openAtFirstReached } from './first-reached.ts';
import { GuardError } from './guard-error.ts';
import { isStopped, type Outcome } from './outcome.ts';
import { anonymous, httpFor, meetPeer, type Peer } from './peer.ts';
import { hasNothing } from './unreached.ts';
import { AgentCardLifecycleViolation, brokenIn } from './violations.ts';

/** A task that is being delegated. Iterate it for its events, await `outcome` for its end. */
export interface RunningDelegation extends AsyncIterable<DelegationEvent>, Disposable {
  /**
   * What became of the task, verified. Rejects only if nothing could be begun, or if the agent broke what the plan rests
   * on and there is no alternative.
   */
  readonly outcome: Promise<Outcome>;
  /**
   * What the outcome has to be told as now, if the agent contradicts it within `aftercareMs`; else `undefined`, when that
   * time is over. Nothing here keeps the process alive.
   */
  readonly revised: Promise<Outcome | undefined>;
  /** Cancels the task and verifies that it stops. One that waits for its caller is withdrawn instead. */
  cancel(): void;
  /**
   * Answers a task that waits for its caller: its `outcome` was `input-required` or `auth-required`. The new delegation
   * goes on with the same task. Its outcome rejects with an AgentCardContractViolation where the agent doesn't take such
   * parts, or with GuardError `not-waiting`; the task is left as it is.
   */
  resume(work: Work): RunningDelegation;
  /** Cancels a task that waits for its caller, and verifies that it stops. */
  withdraw(): RunningDelegation;
  /** Ends the aftercare. */
  [Symbol.dispose](): void;
}

/** What a stretch of a delegation does once it runs. */
type Stretch = (run: Run) => Promise<{ readonly assignment: Assignment; readonly outcome: Outcome }>;

/** One stretch of a delegation, as its caller holds it. */
export class Run implements RunningDelegation {
  readonly outcome: Promise<Outcome>;
  readonly revised: Promise<Outcome | undefined>;
  readonly signal: AbortSignal;
  readonly #options: DelegateOptions;
  readonly #stop = new AbortController();
  readonly #leave = new AbortController();
  readonly #queue: EventQueue<DelegationEvent>;
  readonly #began = anchoredClock();
  #assignment: Assignment | undefined;
  #isOver = false;
  #next: Run | undefined;

  constructor(options: DelegateOptions, stretch: Stretch) {
    const { signal } = options;
    this.#options = options;
    this.signal = signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
    const flow = {
      hold: () => this.#assignment?.delegation.pause(),
      release: () => this.#assignment?.delegation.resume(),
    };
    this.#queue = new EventQueue(flow, bytesOf);
    const ended = this.#run(stretch);
    this.outcome = ended;
    // Whoever awaits it hears of a failure; a delegation that nobody awaits yet must not end the process.
    ended.then(
      () => this.#queue.end(),
      (error: unknown) => this.#queue.end({ error }),
    );
    const leave = signal === undefined ? this.#leave.signal : AbortSignal.any([signal, this.#leave.signal]);
    this.revised = ended.then(
      (outcome) => this.#assignment?.careAfter(outcome, leave),
      () => undefined,
    );
    this.revised.catch(() => undefined);
  }

  get leftMs(): number {
    const { timeoutMs = this.#assignment?.peer.plan.bounds.duration.ms ?? TEN_MINUTES_MS } = this.#options;
    const left = Math.ceil(timeoutMs - (anchoredClock() - this.#began));
    return Math.min(Math.max(1, left), MOST_TIMEOUT_MS);
  }

  cancel(): void {
    if (this.#isOver) return this.#next?.cancel();
    this.#assignment?.delegation.cancel();
    this.#stop.abort();
  }

  resume(work: Work): RunningDelegation {
    return this.#goOn(({ talk }, run) => talk.resume(work, run.signal, run.leftMs));
  }

  withdraw(): RunningDelegation {
    return this.#goOn(({ talk }, run) => talk.withdraw(run.signal, run.leftMs));
  }

  [Symbol.asyncIterator](): AsyncIterator<DelegationEvent> {
    return this.#queue.iterate();
  }

  [Symbol.dispose](): void {
    this.#leave.abort();
  }

  /** The agent behind a target, ready to get the work. Credentials are for the agents that they were given for. */
  async meet(target: string, first = target): Promise<Assignment> {
    return this.#take(await this.#peerAt(target, first));
  }

  async #peerAt(target: string, first: string, unreachable: readonly string[] = []): Promise<Peer> {
    const { headerOrigins = [] } = this.#options;
    const known = target === first || isOfOrigin(target, [first, ...headerOrigins]);
    const options = known ? this.#options : anonymous(this.#options);
    const http = httpFor(target, options);
    try {
      return await meetPeer(target, options, http, this.signal, this.leftMs, unreachable);
    } finally {
      if (http !== this.#options.http) await http.close();
    }
  }

  /** Gives the work to the first of the agents; to the next only where the one before has nothing of it, or no more. */
  async assign(targets: readonly [string, ...string[]], parts: readonly Part[]): ReturnType<Stretch> {
    let taken: AgentCardLifecycleViolation | undefined;
    for (const [index, target] of targets.entries()) {
      const next = targets[index + 1];
      let because: string;
      try {
        const { assignment, outcome } = await this.#give(target, targets[0], parts);
        if (outcome.stopped !== 'violation' || next === undefined || !isStopped(outcome))
          return { assignment, outcome };
        taken = this.#violation(assignment, outcome);
        because = taken.message;
        assignment.close(outcome);
      } catch (error) {
        if (next === undefined || this.signal.aborted || !hasNothing(error)) throw taken ?? error;
        because = error.message;
      }
      if (this.signal.aborted) break;
      this.#emit({ kind: 'moving', to: next, because });
    }
    throw taken ?? new GuardError('There is no agent to give the work to.', { code: 'bad-option' });
  }

  /** Gives the work to one agent. */
  #give(target: string, first: string, parts: readonly Part[]): ReturnType<Stretch> {
    return openAtFirstReached({
      meet: async (unreachable) => {
        const peer = await this.#peerAt(target, first, unreachable);
        const tried = await tryStreams(peer, this.#options, this.signal, this.leftMs);
        return tried ? this.#peerAt(target, first, unreachable) : peer;
      },
      take: (peer) => this.#take(peer),
      open: (assignment) => assignment.open(parts, this.signal, this.leftMs),
      signal: this.signal,
    });
  }

  /** Takes up a delegation that another process has begun. */
  async rejoin(peer: Peer, entry: DelegationEntry): ReturnType<Stretch> {
    const assignment = this.#take(peer, entry);
    return { assignment, outcome: await assignment.rejoin(entry, this.signal, this.leftMs) };
  }

  async #run(stretch: Stretch): Promise<Outcome> {
    try {
      const { assignment, outcome } = await stretch(this);
      const told = this.#useful(outcome);
      assignment.close(told);
      if (told.stopped === 'violation') throw this.#violation(assignment, told);
      return told;
    } catch (error) {
      this.#assignment?.giveUp();
      throw error;
    } finally {
      this.#isOver = true;
    }
  }

  #take(peer: Peer, entry?: DelegationEntry): Assignment {
    const assignment = new Assignment(peer, this.#options, (event) => this.#emit(event), entry);
    this.#assignment = assignment;
    this.#emit({ kind: 'planned', agent: peer.agent });
    return assignment;
  }

  #emit(event: DelegationEvent): void {
    this.#options.onEvent?.(event);
    this.#queue.push(event);
  }

  #goOn(go: (assignment: Assignment, run: Run) => Promise<Outcome>): RunningDelegation {
    const next = new Run(this.#options, async (run) => {
      // A stretch that fails may leave the task waiting all the same.
      const ended = await this.outcome.catch(() => undefined);
      const assignment = this.#assignment;
      if (assignment?.talk.waiting === undefined) {
        const { kind, findings } = ended ?? (await this.outcome);
        const message = `The task does not wait for its caller, or no more: its outcome is ${kind}. Nothing was sent.`;
        throw new GuardError(message, { code: 'not-waiting', findings });
      }
      assignment.handTo((event) => run.#emit(event));
      run.#assignment = assignment;
      return { assignment, outcome: await go(assignment, run) };
    });
    this.#next = next;
    return next;
  }

  /** The agent never gets this work again. */
  #violation({ peer }: Assignment, outcome: Outcome): AgentCardLifecycleViolation {
    const { trust, idempotencyKey, messageId } = this.#options;
    const because = brokenIn(outcome.findings, peer.plan.reliesOn);
    const advice = isStopped(outcome)
      ? 'Give the work to another agent, or to this one in a way that needs less of it.'
      : 'Look at this outcome before you give the work to another agent: it may have been done.';
    for (const work of [idempotencyKey, messageId]) {
      if (work !== undefined) trust?.refuse(peer.key.cardUrl, work, because);
    }
    return new AgentCardLifecycleViolation(
      `${peer.agent.name || 'The agent'} broke what this task rests on: ${because}. The task was cancelled (${outcome.kind}). ${advice}`,
      { findings: outcome.findings, outcome },
    );
  }

  #useful(outcome: Outcome): Outcome {
    const result = this.#assignment?.peer.plan.result;
    if (result === undefined || outcome.kind !== 'completed' || outcome.task === undefined || !outcome.ok)
      return outcome;
    const misses = missesOf(outcome.task, result);
    return misses === undefined ? outcome : { ...outcome, kind: 'completed-unusable', ok: false, misses };
  }
}

/** What an event holds on to: artifacts can be large, everything else is small. */
function bytesOf(event: DelegationEvent): number {
  if (event.kind !== 'artifact') return 256;
  return event.artifact.parts.reduce((bytes, { text, raw }) => bytes + (text ?? raw ?? '').length, 256);
}
