import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../protocol/observation.ts';

/** Failures that an agent which is gone would show. */
const SIGNS: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'reset']);

const RETRY_MS = 1_000;

/** Finds out whether the agent is still there, when calls to it fail; all who ask meanwhile get the same answer. */
export class AgentWatch {
  readonly #isThere: () => Promise<boolean>;
  #asking: Promise<boolean> | undefined;

  /** @param isThere asks the agent for something that it always has */
  constructor(isThere: () => Promise<boolean>) {
    this.#isThere = isThere;
  }

  /** Whether what was seen gives reason to doubt that the agent is there, and it is gone. */
  async isLost(seen: readonly Observation[]): Promise<boolean> {
    if (!seen.some((one) => one.kind === 'failure' && SIGNS.has(one.reason))) return false;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    if (await this.#isThere()) return false;
    await sleep(RETRY_MS);
    return !(await this.#isThere());
  }
}
