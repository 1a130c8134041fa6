import { setTimeout as sleep } from 'node:timers/promises';
import { knownTasks, type Ledger, type TaskFacts, taskFacts } from '../lab/index.ts';

/** What an agent's ledger knows of the one piece of work that one caller gave it. */
export interface Truth {
  readonly facts: TaskFacts;
  /** How often a message came. */
  readonly messages: number;
}

/**
 * Reads the truth from the ledger of an agent that served one caller, once the work has ended: some callers leave
 * before.
 *
 * @param stepMs how long to wait between two looks
 * @throws the signal's reason once it is aborted, or an Error if the agent never began to work
 */
export async function truthOf(ledger: Ledger, stepMs: number, signal?: AbortSignal): Promise<Truth> {
  const [taskId] = knownTasks(ledger);
  if (taskId === undefined)
    throw new Error('The agent never began to work: no message reached it before its caller gave up.');
  for (;;) {
    signal?.throwIfAborted();
    const facts = taskFacts(ledger, taskId, performance.timeOrigin + performance.now());
    if (facts.stoppedAs !== undefined) return { facts, messages: messagesIn(ledger) };
    await sleep(stepMs);
  }
}

function messagesIn(ledger: Ledger): number {
  return ledger.entries.filter(({ kind, messageId }) => kind === 'request' && messageId !== undefined).length;
}
