import { missesOf } from '../contract/result-predicate.ts';
import { anchoredClock } from '../http/clock.ts';
import type { Part } from '../protocol/model.ts';
import type { DelegationEntry } from '../store/journal.ts';
import { Assignment } from './assignment.ts';
import { type DelegateOptions, partsOf, TEN_MINUTES_MS, type Work } from './delegate-options.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { EventQueue } from './event-queue.ts';
import { GuardError } from './guard-error.ts';
import { isWaiting, type Outcome, type Waiting } from './outcome.ts';
import { httpFor, meetPeer, type Peer } from './peer.ts';
import { AgentCardLifecycleViolation } from './violations.ts';

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
  /** Cancels the task and verifies that it stops. */
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
    return Math.max(1, Math.ceil(timeoutMs - (anchoredClock() - this.#began)));
  }

  cancel(): void {
    this.#assignment?.delegation.cancel();
    this.#stop.abort();
  }

  resume(work: Work): RunningDelegation {
    return this.#next((assignment, waiting, run) => assignment.resume(work, waiting, run.signal, run.leftMs));
  }

  withdraw(): RunningDelegation {
    return this.#next((assignment, _waiting, run) => assignment.withdraw(run.signal, run.leftMs));
  }

  [Symbol.asyncIterator](): AsyncIterator<DelegationEvent> {
    return this.#queue.iterate();
  }

  [Symbol.dispose](): void {
    this.#leave.abort();
  }

  /** The agent behind a target, ready to get the work. */
  async meet(target: string): Promise<Assignment> {
    const http = httpFor(target, this.#options);
    try {
      const signal = AbortSignal.any([this.signal, AbortSignal.timeout(this.leftMs)]);
      return this.#take(await meetPeer(target, this.#options, http, signal));
    } finally {
      if (http !== this.#options.http) await http.close();
    }
  }

  /** Gives the work to the first of the agents; to the next only where it was taken away from the one before. */
  async assign(targets: readonly string[], parts: readonly Part[]): ReturnType<Stretch> {
    const [target = '', ...others] = targets;
    const assignment = await this.meet(target);
    await this.#canary(assignment.peer);
    const outcome = await assignment.open(parts, this.signal, this.leftMs);
    const next = others[0];
    if (outcome.stopped !== 'violation') return { assignment, outcome };
    const violation = this.#violation(assignment, outcome);
    if (next === undefined) throw violation;
    assignment.close(outcome);
    this.#emit({ kind: 'moving', to: next, because: violation.message });
    return this.assign(others, parts);
  }

  /** Takes up a delegation that another process has begun. */
  async rejoin(peer: Peer, entry: DelegationEntry): ReturnType<Stretch> {
    const assignment = this.#take(peer, entry);
    const outcome = await assignment.rejoin(entry, this.signal, this.leftMs);
    if (outcome.stopped === 'violation') throw this.#violation(assignment, outcome);
    return { assignment, outcome };
  }

  async #run(stretch: Stretch): Promise<Outcome> {
    try {
      const { assignment, outcome } = await stretch(this);
      const told = this.#useful(outcome);
      assignment.close(told);
      return told;
    } catch (error) {
      this.#assignment?.giveUp(error);
      throw error;
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

  #next(go: (assignment: Assignment, waiting: Waiting, run: Run) => Promise<Outcome>): RunningDelegation {
    return new Run(this.#options, async (run) => {
      const outcome = await this.outcome;
      const assignment = this.#assignment;
      if (assignment === undefined || !isWaiting(outcome)) {
        const message = `The task does not wait for its caller: its outcome is ${outcome.kind}. Nothing was sent.`;
        throw new GuardError(message, { code: 'not-waiting', findings: outcome.findings });
      }
      assignment.handTo((event) => run.#emit(event));
      run.#assignment = assignment;
      return { assignment, outcome: await go(assignment, outcome, run) };
    });
  }

  /** Streams that nobody has seen yet are tried with something harmless, if the caller has given that. */
  async #canary(peer: Peer): Promise<void> {
    const { canary, trust } = this.#options;
    if (canary === undefined || trust === undefined || peer.plan.claims.streaming !== true) return;
    if (trust.standingOf(peer.key, 'stream.send').state !== 'unverified') return;
    const { journal: _, ...options } = this.#options;
    const probe = new Assignment({ ...peer, plan: { ...peer.plan, opening: 'stream' } }, options, () => undefined);
    probe.close(await probe.open(partsOf(canary), this.signal, this.leftMs));
  }

  /** The agent never gets this work again. */
  #violation({ peer }: Assignment, outcome: Outcome): AgentCardLifecycleViolation {
    const { trust, idempotencyKey } = this.#options;
    const broken = outcome.findings.find(({ claim }) => claim !== undefined && peer.plan.reliesOn.includes(claim));
    const because =
      broken === undefined ? 'the plan rests on a claim that it broke' : `${broken.because} (${broken.rule})`;
    if (idempotencyKey !== undefined) trust?.refuse(peer.key.cardUrl, idempotencyKey, because);
    return new AgentCardLifecycleViolation(
      `${peer.agent.name || 'The agent'} broke what this task rests on: ${because}. The task was cancelled (${outcome.kind}). Give the work to another agent, or to this one in a way that needs less of it.`,
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
