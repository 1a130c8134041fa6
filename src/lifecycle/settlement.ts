import { contentDigest } from '../protocol/content-digest.ts';
import type { ErrorSeen, Observation, TaskSeen } from '../protocol/observation.ts';
import { isTerminal, type TaskState, type TerminalState } from '../protocol/task-state.ts';
import { newSettlementMemory, type ReadRun, type SettlementMemory } from './settlement-memory.ts';
import type { SettleCheck, SettleTimes, Verdict } from './verdict.ts';

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
  /** All that is remembered. It may be handed to another settlement, which then goes on from there. */
  readonly memory: SettlementMemory;

  constructor(times: SettleTimes, without: readonly SettleCheck[] = [], memory = newSettlementMemory()) {
    this.#times = times;
    this.#without = new Set(without);
    this.memory = memory;
  }

  /** Takes in one observation of the task, in the order of receipt. */
  observe(seen: Observation): void {
    const { channel, operation } = seen.vantage;
    switch (seen.kind) {
      case 'asked':
        if (operation === 'CancelTask') this.memory.cancelAsked ??= seen.received;
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
        if (operation === 'CancelTask') this.memory.cancelRefused = true;
        if (operation === 'GetTask' && seen.name === 'TaskNotFound') this.#notFound(seen);
        return;
      default:
        return;
    }
  }

  /** What is known by now. */
  verdict(now: number): Verdict {
    const run = this.memory.run;
    if (run !== undefined && this.#settles(run)) {
      if (this.memory.contradiction === 'state' && this.memory.before !== undefined && run.task !== undefined) {
        return { kind: 'contradicted', by: 'state', task: run.task, before: this.memory.before };
      }
      const task = run.task ?? this.memory.before;
      if (task !== undefined && this.#endOf(run) === 'canceled') {
        return { kind: 'settled', task, digest: run.digest, purged: run.task === undefined };
      }
      if (run.task !== undefined) return { kind: 'settled', task: run.task, digest: run.digest, purged: false };
      return this.memory.told === undefined
        ? { kind: 'lost' }
        : { kind: 'unconfirmed', state: this.memory.told.state, why: 'purged' };
    }
    if (this.memory.cancelAsked !== undefined) {
      if (now > this.#cancelLimit(this.memory.cancelAsked)) return { kind: 'running', state: this.memory.lastState };
    } else if (
      this.memory.endSince !== undefined &&
      now > this.memory.endSince + this.#times.withinMs + this.#settlingMs()
    ) {
      if (this.memory.before !== undefined && run?.task !== undefined) {
        return {
          kind: 'contradicted',
          by: this.memory.contradiction ?? 'content',
          task: run.task,
          before: this.memory.before,
        };
      }
      if (this.memory.told !== undefined)
        return { kind: 'unconfirmed', state: this.memory.told.state, why: 'not-shown' };
    }
    return this.memory.told === undefined ? { kind: 'open' } : { kind: 'told', state: this.memory.told.state };
  }

  /** When the next read would tell more, or `undefined` while nothing asks for one. */
  readDue(now: number): number | undefined {
    const { gapMs } = this.#times;
    if (this.memory.endSince === undefined && this.memory.cancelAsked === undefined) return undefined;
    if (this.memory.lastRead === undefined || this.memory.lastRead < (this.memory.endSince ?? 0)) return now;
    const run = this.memory.run;
    if (run === undefined || this.#endOf(run) !== 'canceled') return this.memory.lastRead + gapMs;
    const quietSince = this.#quietSince(run);
    const end = quietSince + this.#window();
    return Math.max(
      this.memory.lastRead + gapMs,
      Math.min(end, this.memory.lastRead + (this.memory.lastRead - quietSince)),
    );
  }

  #read(seen: TaskSeen): void {
    const { task } = seen;
    const { asked } = seen.vantage;
    this.memory.lastRead = seen.received;
    if (!isTerminal(task.state)) return this.#openRead(task.state, asked);
    this.memory.regress = undefined;
    this.memory.lastState = task.state;
    const digest = contentDigest(task.artifacts, task.statusMessage);
    this.#tell(task.state, seen.received);
    const run = this.memory.run;
    if (run?.task?.state === task.state && (run.digest === digest || this.#without.has('equal-content'))) {
      if (asked > run.lastAsked) run.lastAsked = asked;
      run.count++;
      return;
    }
    if (run?.task !== undefined) {
      this.memory.before = run.task;
      this.memory.contradiction = run.task.state === task.state ? (this.memory.contradiction ?? 'content') : 'state';
    }
    this.memory.run = { task, digest, firstAsked: asked, firstReceived: seen.received, lastAsked: asked, count: 1 };
  }

  /** A read of a task that has not ended: old news if an end was read before it was asked. */
  #openRead(state: TaskState, asked: number): void {
    const run = this.memory.run;
    if (run?.task === undefined) {
      this.memory.run = undefined;
      this.memory.lastState = state;
      return;
    }
    if (asked <= run.firstReceived && !this.#without.has('ignore-stale')) return;
    this.memory.regress ??= { since: asked, count: 0 };
    this.memory.regress.count++;
    const lasting = this.memory.regress.count >= REGRESS_READS && asked - this.memory.regress.since >= REGRESS_SPAN_MS;
    if (!lasting && !this.#without.has('ignore-stale')) return;
    this.memory.before = run.task;
    this.memory.contradiction = 'state';
    this.memory.run = undefined;
    this.memory.lastState = state;
  }

  #notFound(seen: ErrorSeen): void {
    this.memory.lastRead = seen.received;
    const run = this.memory.run;
    if (run !== undefined && run.task === undefined) {
      run.lastAsked = Math.max(run.lastAsked, seen.vantage.asked);
      run.count++;
      return;
    }
    if (run?.task !== undefined) this.memory.before = run.task;
    const { asked } = seen.vantage;
    this.memory.run = {
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
    this.memory.told ??= { state, at };
    this.memory.endSince ??= at;
  }

  /** Anything on a stream but the news of the cancel itself shows that the task is not silent. */
  #frame(state: TaskState | undefined, received: number): void {
    if (this.memory.lastSign !== undefined)
      this.memory.longestGapMs = Math.max(this.memory.longestGapMs, received - this.memory.lastSign);
    this.memory.lastSign = received;
    if (state !== 'canceled') this.memory.lastFrame = received;
  }

  #endOf(run: ReadRun): TerminalState | undefined {
    return run.task === undefined ? this.memory.told?.state : (run.task.state as TerminalState);
  }

  #settles(run: ReadRun): boolean {
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
        const toldBefore = this.memory.told?.state === run.task.state && this.memory.told.at < run.firstAsked;
        return toldBefore || run.lastAsked > run.firstReceived || this.#without.has('confirm-failure');
      }
      default:
        return spaced;
    }
  }

  #quietSince(run: ReadRun): number {
    return this.#without.has('quiet-streams') ? run.firstReceived : Math.max(run.firstReceived, this.memory.lastFrame);
  }

  #window(): number {
    const { watchMs, watchMostMs } = this.#times;
    return Math.min(Math.max(watchMs, 2 * this.memory.longestGapMs), Math.max(watchMs, watchMostMs));
  }

  /** How long settling takes even if all goes well, which is no reason to give up on it. */
  #settlingMs(): number {
    return this.memory.told?.state === 'canceled' ? this.#window() : this.#times.gapMs;
  }

  /** A refused cancel will stop nothing; one that was taken may take its time. */
  #cancelLimit(asked: number): number {
    return asked + this.#window() + (this.memory.cancelRefused ? 0 : this.#times.watchMostMs);
  }
}
