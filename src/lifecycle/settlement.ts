import { contentDigest } from '../protocol/content-digest.ts';
import { isUnserved } from '../protocol/error-code.ts';
import type { Observation, TaskSeen } from '../protocol/observation.ts';
import { isTerminal, type TaskState, type TerminalState } from '../protocol/task-state.ts';
import { newSettlementMemory, type ReadRun, type SettlementMemory } from './settlement-memory.ts';
import type { SettleCheck, SettleTimes, Verdict } from './verdict.ts';

/** Non-terminal reads after an end: by themselves old news, for certain only if they go on. */
const REGRESS_READS = 3;
const REGRESS_SPAN_MS = 10_000;

/** Reads that are refused as nothing that is served; a proxy whose routes are just being set up may refuse one so. */
const UNSERVED_READS = 3;

const NO_CHECK: ReadonlySet<SettleCheck> = new Set();

/**
 * Decides when the end of one task is verified (D§4, invariants 1 to 3). Pure: it is told what was seen, and asked what
 * is known at a time. No state is believed from a cancel answer, a push or a broken stream alone; only reads settle.
 */
export class Settlement {
  /** All that is remembered. It may be handed to another settlement, which then goes on from there. */
  readonly memory: SettlementMemory;
  readonly #times: SettleTimes;
  readonly #without: ReadonlySet<string>;

  /** `without`: the checks to leave out. */
  constructor(times: SettleTimes, without: ReadonlySet<string> = NO_CHECK, memory = newSettlementMemory()) {
    this.#times = times;
    this.#without = without;
    this.memory = memory;
  }

  /** Takes in one observation, in the order of receipt. What is seen of another task is left aside. */
  observe(seen: Observation): void {
    const { memory } = this;
    const { channel, operation } = seen.vantage;
    // Whatever came of it, a read was made, and the next one is not due at once.
    if (operation === 'GetTask' && seen.kind !== 'asked' && seen.kind !== 'defect') memory.lastRead = seen.received;
    switch (seen.kind) {
      case 'asked':
        if (operation === 'CancelTask') memory.cancelAsked ??= seen.received;
        return;
      case 'task':
        if (this.#isForeign(seen.task.id)) return;
        if (operation === 'GetTask' || this.#leavesOut('reads-only')) return this.#read(seen);
        if (channel === 'stream') this.#frame(seen.task.state, seen.received);
        return this.#tell(seen.task.state, seen.received);
      case 'status':
        if (this.#isForeign(seen.taskId)) return;
        if (channel === 'stream') this.#frame(seen.state, seen.received);
        return this.#tell(seen.state, seen.received);
      case 'artifact':
        if (channel === 'stream' && !this.#isForeign(seen.taskId)) this.#frame(undefined, seen.received);
        return;
      case 'error':
        if (operation === 'CancelTask') memory.cancelRefused = true;
        if (operation !== 'GetTask') return;
        if (seen.name === 'TaskNotFound') this.#notFound(seen.vantage.asked, seen.received);
        else if (isUnserved(seen) && memory.shown === undefined) memory.unserved++;
        return;
      default:
        return;
    }
  }

  /** Whether the agent serves no reads, so that none will ever show how the task stands. */
  get isUnreadable(): boolean {
    return this.memory.unserved >= UNSERVED_READS;
  }

  /** What is known by now. */
  verdict(now: number): Verdict {
    const { told, run, before, contradiction, notFound, cancelAsked } = this.memory;
    const purged = notFound !== undefined && notFound.until >= notFound.since + this.#times.gapMs;
    if (run !== undefined && before !== undefined && contradiction === 'state' && (purged || this.#settles(run))) {
      return { kind: 'contradicted', by: 'state', task: run.task, before };
    }
    if (run !== undefined && this.#settles(run)) {
      return { kind: 'settled', task: run.task, digest: run.digest, purged: notFound !== undefined };
    }
    if (purged && run?.task.state !== 'canceled') {
      if (told !== undefined) return { kind: 'unconfirmed', state: told.state, why: 'purged' };
      // A task that told no end has no reason to be gone: a replica may not have heard of it yet.
      if (notFound.until >= notFound.since + this.#times.withinMs) return { kind: 'lost' };
    }
    const limit = cancelAsked === undefined ? this.#settleLimit() : this.#cancelLimit(cancelAsked);
    if (limit !== undefined && now > limit) {
      if (before !== undefined && run !== undefined) {
        return { kind: 'contradicted', by: contradiction ?? 'content', task: run.task, before };
      }
      if (cancelAsked !== undefined) return { kind: 'running', told: told?.state };
      if (told !== undefined) return { kind: 'unconfirmed', state: told.state, why: 'not-shown' };
    }
    return told === undefined ? { kind: 'open' } : { kind: 'told', state: told.state };
  }

  /** When the next read would tell more, or `undefined` while nothing asks for one. */
  readDue(now: number): number | undefined {
    const { told, run, watchFrom, cancelAsked, lastRead } = this.memory;
    if (told === undefined && cancelAsked === undefined) return undefined;
    if (lastRead === undefined || lastRead < (told?.at ?? 0)) return now;
    const soon = lastRead + this.#times.gapMs;
    if (run?.task.state !== 'canceled' || watchFrom === undefined) return soon;
    return Math.max(soon, Math.min(watchFrom + this.#window(), lastRead + (lastRead - watchFrom)));
  }

  #read(seen: TaskSeen): void {
    const { memory } = this;
    const { state, artifacts, statusMessage } = seen.task;
    const { asked } = seen.vantage;
    const digest = contentDigest(artifacts, statusMessage);
    if (memory.shown?.state !== state || memory.shown.digest !== digest) this.#sign(seen.received);
    memory.shown = { state, digest };
    memory.unserved = 0;
    // One that was not found and is found again starts anew.
    if (memory.notFound !== undefined) memory.watchFrom = undefined;
    if (isTerminal(state)) this.#endRead(seen, state, digest);
    else this.#openRead(asked);
    memory.notFound = undefined;
  }

  #endRead({ task, vantage: { asked }, received }: TaskSeen, state: TerminalState, digest: string): void {
    const { memory } = this;
    const { told, run } = memory;
    const toldBefore = told?.state === state && told.at < asked;
    memory.regress = undefined;
    this.#tell(state, received);
    const same = run?.task.state === state && (run.digest === digest || this.#leavesOut('equal-content'));
    if (run !== undefined && same && memory.notFound === undefined) {
      run.confirmed ||= toldBefore || asked > run.since;
      run.until = Math.max(run.until, asked);
    } else {
      if (run !== undefined && !same) {
        memory.before = run.task;
        memory.contradiction = run.task.state === state ? (memory.contradiction ?? 'content') : 'state';
      }
      memory.run = { task, digest, since: received, until: asked, confirmed: toldBefore };
      memory.watchFrom = undefined;
    }
    if (state === 'canceled') memory.watchFrom ??= received;
  }

  /** A read of a task that has not ended: old news if an end was read before it was asked. */
  #openRead(asked: number): void {
    const { memory } = this;
    const { run } = memory;
    if (run === undefined) return;
    const believes = this.#leavesOut('ignore-stale');
    if (asked <= run.since && !believes) return;
    memory.regress ??= { since: asked, count: 0 };
    memory.regress.count++;
    const lasting = memory.regress.count >= REGRESS_READS && asked - memory.regress.since >= REGRESS_SPAN_MS;
    if (!lasting && !believes) return;
    memory.before = run.task;
    memory.contradiction = 'state';
    memory.run = undefined;
    memory.watchFrom = undefined;
  }

  #notFound(asked: number, received: number): void {
    const { memory } = this;
    memory.notFound ??= { since: received, until: asked, count: 0 };
    memory.notFound.count++;
    memory.notFound.until = Math.max(memory.notFound.until, asked);
    if (memory.run?.task.state === 'canceled') memory.watchFrom ??= received;
  }

  #tell(state: TaskState, at: number): void {
    if (isTerminal(state)) this.memory.told ??= { state, at };
  }

  /** Anything on a stream but the news of the cancel itself shows that the task is not silent. */
  #frame(state: TaskState | undefined, received: number): void {
    this.#sign(received);
    if (this.memory.told === undefined) this.memory.notFound = undefined;
    if (state !== 'canceled' && !this.#leavesOut('quiet-streams')) this.memory.watchFrom = undefined;
  }

  #sign(at: number): void {
    const { memory } = this;
    if (memory.lastSign !== undefined) memory.longestGapMs = Math.max(memory.longestGapMs, at - memory.lastSign);
    memory.lastSign = at;
  }

  #isForeign(taskId: string | undefined): boolean {
    if (taskId === undefined) return false;
    this.memory.taskId ??= taskId;
    return this.memory.taskId !== taskId && !this.#leavesOut('own-task');
  }

  #settles(run: ReadRun): boolean {
    const { watchFrom, notFound } = this.memory;
    switch (run.task.state) {
      case 'canceled': {
        if (this.#leavesOut('cancel-watch')) return true;
        if (watchFrom === undefined || (notFound?.count === 1 && !this.#leavesOut('not-found-twice'))) return false;
        return Math.max(run.until, notFound?.until ?? 0) >= watchFrom + this.#window();
      }
      case 'completed':
        if (this.#leavesOut('second-read')) return true;
        return this.#leavesOut('read-gap') ? run.confirmed : run.until >= run.since + this.#times.gapMs;
      default:
        return run.confirmed || this.#leavesOut('confirm-failure');
    }
  }

  #window(): number {
    const { watchMs, watchMostMs } = this.#times;
    const widest = this.#leavesOut('widened-watch') ? 0 : 2 * this.memory.longestGapMs;
    return Math.min(Math.max(watchMs, widest), Math.max(watchMs, watchMostMs));
  }

  /** Settling takes its time even if all goes well, which is no reason to give up on it. */
  #settleLimit(): number | undefined {
    const { told, run } = this.memory;
    if (told === undefined) return undefined;
    const end = run?.task.state ?? told.state;
    const most = told.at + this.#times.withinMs + (end === 'canceled' ? this.#window() : this.#times.gapMs);
    return this.isUnreadable ? told.at + this.#times.gapMs : most;
  }

  /**
   * A refused cancel will stop nothing, unless the task had ended; one that was taken may take its time. Without reads only
   * a stream can tell that the task goes on.
   */
  #cancelLimit(asked: number): number {
    const { cancelRefused, told } = this.memory;
    const soon = this.isUnreadable || (cancelRefused && told === undefined);
    return asked + this.#window() + (soon ? 0 : this.#times.watchMostMs);
  }

  #leavesOut(check: SettleCheck): boolean {
    return this.#without.has(check);
  }
}
