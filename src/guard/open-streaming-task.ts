import { delegate, type RunningDelegation } from './delegate.ts';
import type { DelegateOptions, Work } from './delegate-options.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { AgentCardContractViolation } from './violations.ts';

export interface OpenStreamingOptions extends DelegateOptions {
  /** Without a stream the task is cancelled, and an AgentCardContractViolation is thrown. False by default. */
  readonly streamOnly?: boolean;
}

/** A task of which it is known what the observation of it rests on. */
export interface OpenedTask {
  /** `reads`: the agent has no stream, or a mute one; the same task is followed by reads. */
  readonly by: 'stream' | 'reads';
  /** Its events go to `onEvent`: they have been iterated up to here. */
  readonly task: RunningDelegation;
}

/**
 * Opens a task by way of a stream, as far as the agent is good for one: a claimed stream is believed once it speaks, and
 * one that stays mute for the silence window costs nothing, as the same task is then read (source document 000). No
 * message is ever sent twice.
 *
 * @throws AgentCardContractViolation `no-stream` with `streamOnly`, once the task was cancelled and watched
 * @throws CardError, GuardError as `delegate`
 */
export async function openStreamingTask(
  target: string,
  work: Work,
  { streamOnly = false, ...options }: OpenStreamingOptions = {},
): Promise<OpenedTask> {
  let decide: (by: OpenedTask['by']) => void = () => undefined;
  const decided = new Promise<OpenedTask['by']>((resolve) => {
    decide = resolve;
  });
  let streams = true;
  const onEvent = (event: DelegationEvent): void => {
    if (event.kind === 'planned') streams = event.agent.opening === 'stream' || event.agent.opening === 'id-first';
    if (event.kind === 'opened' && !streams) decide('reads');
    if (event.kind === 'watching') decide(event.by);
    options.onEvent?.(event);
  };
  const task = delegate(target, work, { ...options, onEvent });
  const by = await Promise.race([decided, task.outcome.then((): OpenedTask['by'] => 'reads')]);
  if (by === 'stream' || !streamOnly) return { by, task };
  task.cancel();
  const outcome = await task.outcome;
  throw new AgentCardContractViolation(
    `No stream came about for the task, which was cancelled (${outcome.kind}). Leave streamOnly off to have it followed by reads.`,
    { code: 'no-stream', findings: outcome.findings, outcome },
  );
}
