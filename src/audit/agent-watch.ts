import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../protocol/observation.ts';

/** Failures that an agent would show which is gone, or beside itself. */
const SIGNS: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'reset', 'too-large']);

const RETRY_MS = 1_000;

export interface AgentWatchOptions {
  /** Asks the agent for something that it always answers; resolves with what came instead of an answer. */
  readonly ask: () => Promise<string | undefined>;
  readonly onLost: (instead: string) => void;
}

/** Finds out whether an agent still answers, as soon as a call to it fails as calls to one fail that is gone. */
export class AgentWatch {
  readonly #options: AgentWatchOptions;
  #asking: Promise<void> | undefined;

  constructor(options: AgentWatchOptions) {
    this.#options = options;
  }

  /** Takes in what was seen of a call. */
  note(seen: Observation): void {
    if (seen.kind !== 'failure' || !SIGNS.has(seen.reason)) return;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
  }

  /** Resolves when nothing is in doubt. */
  async settled(): Promise<void> {
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { ask, onLost } = this.#options;
    if ((await ask()) === undefined) return;
    await sleep(RETRY_MS);
    const instead = await ask();
    if (instead !== undefined) onLost(instead);
  }
}
