import { checkOptions, partsOf } from './check-options.ts';
import type { DelegateOptions, Work } from './delegate-options.ts';
import { Run, type RunningDelegation } from './run.ts';

export type { RunningDelegation } from './run.ts';

/**
 * Delegates one piece of work to the agent whose card is at `target` (its base URL, or that of the card itself), and
 * believes nothing of what the agent says until it is verified.
 *
 * The outcome's `ok` is true for a verified success only. No message is ever sent twice.
 *
 * Rejections of `outcome`, which iterating throws as well: `CardError` where no card could be had, `GuardError` where an
 * option makes no sense, the signal fired too early, or the agent offers no interface that is spoken here or could not be
 * reached, `AgentCardLifecycleViolation` where it broke what the plan rests on. Everything else that happens after a
 * message has gone out is an outcome.
 */
export function delegate(target: string, work: Work, options: DelegateOptions = {}): RunningDelegation {
  return new Run(options, async (run) => {
    const parts = partsOf(work);
    checkOptions(options);
    return run.assign([target, ...(options.alternatives ?? [])], parts);
  });
}

/**
 * Follows a task that is known by its id, as after a restart: nothing is sent. Otherwise as `delegate`.
 */
export function followTask(target: string, taskId: string, options: DelegateOptions = {}): RunningDelegation {
  return new Run(options, async (run) => {
    checkOptions(options);
    const assignment = await run.meet(target);
    return { assignment, outcome: await assignment.takeUp(taskId, run.signal, run.leftMs) };
  });
}
