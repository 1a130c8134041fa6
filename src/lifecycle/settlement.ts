import { contentDigest } from '../protocol/content-digest.ts';
import type { Task } from '../protocol/model.ts';
import type { ErrorSeen, Observation, TaskSeen } from '../protocol/observation.ts';
import { isTerminal, type TaskState, type TerminalState } from '../protocol/task-state.ts';
import type { Contradiction, SettleCheck, SettleTimes, Verdict } from './verdict.ts';

/** Reads one after the other that all told the same end with the same content, or all that the task is not found. */
interface Run {
  /** `undefined`: not found. */
  readonly task: Task | undefined;
  readonly digest: string;
  readonly firstAsked: number;
  readonly firstReceived: number;
  lastAsked: number;
  count: number;
}

interface Told {
  readonly state: TerminalState;
  readonly at: number;
}

/** Non-terminal reads after an end: by themselves old news, for certain only if they go on. */
const REGRESS_READS = 3;
const REGRESS_SPAN_MS = 10_000;

/**
 * Decides when the end of one task is verified (D§4, invariants 1 to 3). Pure: it is told what was seen, and asked what
 * is known at a time. No state is believed from a cancel answer, a push or a broken stream alone; only reads settle.
 */
export class Settlement {
  readonly #times: SettleTimes;
  readonly #without: ReadonlySet<SettleCheck>;
  #told: Told | undefined;
  #run: Run | undefined;
  /** The task of an earlier run, and how the present one contradicts it. */
  #before: Task | undefined;
  #contradiction: Contradiction | undefined;
  #endSince: number | undefined;
  #lastState: TaskState | undefined;
  #lastRead: number | undefined;
  #regress: { readonly since: number; count: number } | undefined;
  #cancelAsked: number | undefined;
  #cancelRefused = false;
  #lastFrame = 0;
  #lastSign: number | undefined;
  #longestGapMs = 0;

  constructor(times: SettleTimes, without: readonly SettleCheck[] = []) {
    this.#times = times;
    this.#without = new Set(without);
  }

  /** Takes in one observation of the task, in the order of receipt. */
  observe(seen: Observation): void {
    const { channel, operation } = seen.vantage;
    switch (seen.kind) {
      case 'asked':
        if (operation === 'CancelTask') this.#cancelAsked ??= seen.received;
        return;
      case 'task':
        if (operation === 'GetTask') return this.#read(seen);
        if (channel === 'stream') this.#frame(seen.task.state, seen.received);
        return this.#tell(seen.task.state, seen.received);
      case 'status':
        if (channel === 'stream') this.#frame(seen.state, seen.received);
        return this.#tell(seen.state, seen.received);
      case 'artifact':
        return this.#frame(undefined, seen.received);
      case 'error':
        if (operation === 'CancelTask') this.#cancelRefused = true;
        if (operation === 'GetTask' && seen.name === 'TaskNotFound') this.#notFound(seen);
        return;
      default:
        return;
    }
  }

  /** What is known by now. */
  verdict(now: number): Verdict {
    const run = this.#run;
    if (run !== undefined && this.#settles(run)) {
      if (this.#contradiction === 'state' && this.#before !== undefined && run.task !== undefined) {
        return { kind: 'contradicted', by: 'state', task: run.task, before: this.#before };
      }
      const task = run.task ?? this.#before;
      if (task !== undefined && this.#endOf(run) === 'canceled') {
        return { kind: 'settled', task, digest: run.digest, purged: run.task === undefined };
      }
      if (run.task !== undefined) return { kind: 'settled', task: run.task, digest: run.digest, purged: false };
      return this.#told === undefined
        ? { kind: 'lost' }
        : { kind: 'unconfirmed', state: this.#told.state, why: 'purged' };
    }
    if (this.#cancelAsked !== undefined) {
      if (now > this.#cancelLimit(this.#cancelAsked)) return { kind: 'running', state: this.#lastState };
    } else if (this.#endSince !== undefined && now > this.#endSince + this.#times.withinMs + this.#settlingMs()) {
      if (this.#before !== undefined && run?.task !== undefined) {
        return { kind: 'contradicted', by: this.#contradiction ?? 'content', task: run.task, before: this.#before };
      }
      if (this.#told !== undefined) return { kind: 'unconfirmed', state: this.#told.state, why: 'not-shown' };
    }
    return this.#told === undefined ? { kind: 'open' } : { kind: 'told', state: this.#told.state };
  }

  /** When the next read would tell more, or `undefined` while nothing asks for one. */
  readDue(now: number): number | undefined {
    const { gapMs } = this.#times;
    if (this.#endSince === undefined && this.#cancelAsked === undefined) return undefined;
    if (this.#lastRead === undefined || this.#lastRead < (this.#endSince ?? 0)) return now;
    const run = this.#run;
    if (run === undefined || this.#endOf(run) !== 'canceled') return this.#lastRead + gapMs;
    const quietSince = this.#quietSince(run);
    const end = quietSince + this.#window();
    return Math.max(this.#lastRead + gapMs, Math.min(end, this.#lastRead + (this.#lastRead - quietSince)));
  }

  #read(seen: TaskSeen): void {
    const { task } = seen;
    const { asked } = seen.vantage;
    this.#lastRead = seen.received;
    if (!isTerminal(task.state)) return this.#openRead(task.state, asked);
    this.#regress = undefined;
    this.#lastState = task.state;
    const digest = contentDigest(task.artifacts, task.statusMessage);
    this.#tell(task.state, seen.received);
    const run = this.#run;
    if (run?.task?.state === task.state && (run.digest === digest || this.#without.has('equal-content'))) {
      if (asked > run.lastAsked) run.lastAsked = asked;
      run.count++;
      return;
    }
    if (run?.task !== undefined) {
      this.#before = run.task;
      this.#contradiction = run.task.state === task.state ? (this.#contradiction ?? 'content') : 'state';
    }
    this.#run = { task, digest, firstAsked: asked, firstReceived: seen.received, lastAsked: asked, count: 1 };
  }

  /** A read of a task that has not ended: old news if an end was read before it was asked. */
  #openRead(state: TaskState, asked: number): void {
    const run = this.#run;
    if (run?.task === undefined) {
      this.#run = undefined;
      this.#lastState = state;
      return;
    }
    if (asked <= run.firstReceived && !this.#without.has('ignore-stale')) return;
    this.#regress ??= { since: asked, count: 0 };
    this.#regress.count++;
    const lasting = this.#regress.count >= REGRESS_READS && asked - this.#regress.since >= REGRESS_SPAN_MS;
    if (!lasting && !this.#without.has('ignore-stale')) return;
    this.#before = run.task;
    this.#contradiction = 'state';
    this.#run = undefined;
    this.#lastState = state;
  }

  #notFound(seen: ErrorSeen): void {
    this.#lastRead = seen.received;
    const run = this.#run;
    if (run !== undefined && run.task === undefined) {
      run.lastAsked = Math.max(run.lastAsked, seen.vantage.asked);
      run.count++;
      return;
    }
    if (run?.task !== undefined) this.#before = run.task;
    const { asked } = seen.vantage;
    this.#run = {
      task: undefined,
      digest: run?.digest ?? '',
      firstAsked: asked,
      firstReceived: seen.received,
      lastAsked: asked,
      count: 1,
    };
  }

  #tell(state: TaskState, at: number): void {
    if (!isTerminal(state)) return;
    this.#told ??= { state, at };
    this.#endSince ??= at;
  }

  /** Anything on a stream but the news of the cancel itself shows that the task is not silent. */
  #frame(state: TaskState | undefined, received: number): void {
    if (this.#lastSign !== undefined) this.#longestGapMs = Math.max(this.#longestGapMs, received - this.#lastSign);
    this.#lastSign = received;
    if (state !== 'canceled') this.#lastFrame = received;
  }

  #endOf(run: Run): TerminalState | undefined {
    return run.task === undefined ? this.#told?.state : (run.task.state as TerminalState);
  }

  #settles(run: Run): boolean {
    const { gapMs } = this.#times;
    const spaced = run.lastAsked >= run.firstReceived + gapMs;
    switch (this.#endOf(run)) {
      case 'canceled':
        if (this.#without.has('cancel-watch')) return true;
        return run.count > 1 && run.lastAsked >= this.#quietSince(run) + this.#window();
      case 'completed':
        return spaced || (this.#without.has('second-read') && run.task !== undefined);
      case 'failed':
      case 'rejected': {
        if (run.task === undefined) return spaced;
        const toldBefore = this.#told?.state === run.task.state && this.#told.at < run.firstAsked;
        return toldBefore || run.lastAsked > run.firstReceived || this.#without.has('confirm-failure');
      }
      default:
        return spaced;
    }
  }

  #quietSince(run: Run): number {
    return this.#without.has('quiet-streams') ? run.firstReceived : Math.max(run.firstReceived, this.#lastFrame);
  }

  #window(): number {
    const { watchMs, watchMostMs } = this.#times;
    return Math.min(Math.max(watchMs, 2 * this.#longestGapMs), Math.max(watchMs, watchMostMs));
  }

  /** How long settling takes even if all goes well, which is no reason to give up on it. */
  #settlingMs(): number {
    return this.#told?.state === 'canceled' ? this.#window() : this.#times.gapMs;
  }

  /** A refused cancel will stop nothing; one that was taken may take its time. */
  #cancelLimit(asked: number): number {
    return asked + this.#window() + (this.#cancelRefused ? 0 : this.#times.watchMostMs);
  }
}
