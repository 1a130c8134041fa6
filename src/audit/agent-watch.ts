import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FailureSeen, Observation } from '../protocol/observation.ts';
import type { Calls } from './calls.ts';
import type { Pace } from './pace.ts';

/** Failures that an agent would show which is gone, or beside itself. */
const SIGNS: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'reset', 'too-large']);

const RETRY_MS = 1_000;

/** How long a call may be unanswered before the agent is asked whether it is still there, and that before it is told. */
const LATE_MS = 5_000;

export interface AgentWatchOptions {
  /** Calls that nobody watches, and that go on when the audit is being ended. */
  readonly calls: Calls;
  readonly pace: Pace;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Told when the agent lets that question wait, too. */
  readonly onSilent: () => void;
  readonly onLost: (instead: FailureSeen) => void;
}

/**
 * Finds out whether an agent still answers: as soon as a call to it fails as calls to one fail that is gone, and while a
 * call waits for its answer. An agent that is busy is not gone: whatever it says meanwhile, on any call, shows that.
 */
export class AgentWatch {
  readonly #options: AgentWatchOptions;
  readonly #waiting = new Map<symbol, number>();
  #heard = 0;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;

  constructor(options: AgentWatchOptions) {
    this.#options = options;
  }

  /** A call goes out. @returns to be called once it is answered, or given up */
  began(): () => void {
    const call = Symbol();
    this.#waiting.set(call, performance.now());
    this.#timer ??= setTimeout(this.#look, LATE_MS / 5);
    return () => {
      this.#waiting.delete(call);
      if (this.#waiting.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Takes in what was seen of a call. */
  note(seen: Observation): void {
    if (seen.kind === 'failure' && SIGNS.has(seen.reason)) this.#doubt();
    else if (!isOurs(seen)) this.#heard++;
  }

  /** Resolves when nothing is in doubt. */
  async settled(): Promise<void> {
    await this.#asking;
  }

  readonly #look = (): void => {
    const goesOn = this.#waiting.size > 0 && !this.#options.signal.aborted;
    this.#timer = goesOn ? setTimeout(this.#look, LATE_MS / 5) : undefined;
    if (!goesOn) return;
    const since = Math.min(...this.#waiting.values());
    if (performance.now() - since >= LATE_MS) this.#doubt();
  };

  #doubt(): void {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
  }

  async #ask(): Promise<void> {
    const { onSilent, onLost } = this.#options;
    const before = this.#heard;
    const late = setTimeout(() => this.#heard === before && onSilent(), LATE_MS);
    let instead = await this.#insteadOfAnswer();
    clearTimeout(late);
    if (instead !== undefined && instead.reason !== 'timeout') {
      await sleep(RETRY_MS);
      instead = await this.#insteadOfAnswer();
    }
    if (instead !== undefined && this.#heard === before) onLost(instead);
  }

  /** What the agent does instead of answering a read of a task that nobody has; `undefined` if it answers in any way. */
  async #insteadOfAnswer(): Promise<FailureSeen | undefined> {
    const { calls, pace } = this.#options;
    let instead: FailureSeen | undefined;
    const see = (seen: Observation): void => {
      if (seen.kind === 'failure' && seen.reason !== 'unreadable') instead = seen;
    };
    await calls.ask({ operation: 'GetTask', taskId: randomUUID(), historyLength: 0 }, see, { timeoutMs: pace.lifeMs });
    return instead;
  }
}

/** Whether something was done on this side, and says nothing of the agent. */
function isOurs(seen: Observation): boolean {
  if (seen.kind === 'failure') return seen.reason !== 'unreadable';
  return seen.kind === 'silence' || (seen.kind === 'close' && seen.by === 'caller');
}
