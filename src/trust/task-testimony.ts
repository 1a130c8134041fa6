import type { Claim, Finding } from '../lifecycle/finding.ts';
import type { Observation } from '../protocol/observation.ts';
import { isInterrupted, isTerminal, type TaskState } from '../protocol/task-state.ts';
import type { PeerCapabilityCache } from './peer-capability-cache.ts';
import type { InterfaceKey } from './trust-view.ts';

/**
 * What one task shows of the claims of the interface that it runs on. Tell it everything that is seen and found, and
 * how the task ended; it tells trust which claims were broken, at once, and which were kept, at the end.
 *
 * A finding that rests on silence is told only once the agent is heard of again: until then our network may be away.
 */
export class TaskTestimony {
  readonly #trust: PeerCapabilityCache;
  readonly #at: InterfaceKey;
  readonly #exercised = new Set<Claim>();
  readonly #contradicted = new Set<Claim>();
  #unheard: Finding[] = [];
  #canceled = false;

  constructor(trust: PeerCapabilityCache, at: InterfaceKey) {
    this.#trust = trust;
    this.#at = at;
  }

  /** Takes in one observation, after what was found at it. */
  observe(seen: Observation): void {
    if (this.#unheard.length > 0 && isHeard(seen)) {
      const heard = this.#unheard.filter((finding) => finding.seen !== seen);
      this.#unheard = [];
      for (const finding of heard) this.#trust.broken(this.#at, finding);
    }
    const { operation, channel } = seen.vantage;
    const state = stateIn(seen);
    if (operation === 'CancelTask') this.#canceled ||= state === 'canceled';
    if (channel === 'push') {
      if (isTerminal(state)) this.#exercised.add('pushNotifications');
    } else if (channel === 'stream') {
      // A stream has done what it is for once it told where its task stops, or answered at once.
      if (!isTerminal(state) && !isInterrupted(state) && seen.kind !== 'message') return;
      this.#exercised.add(operation === 'SubscribeToTask' ? 'stream.subscribe' : 'stream.send');
    }
  }

  /** Takes in what was found. */
  found(finding: Finding): void {
    const { claim, severity, seen } = finding;
    if (claim === undefined || severity === 'note') return;
    this.#contradicted.add(claim);
    if (restsOnSilence(seen)) this.#unheard.push(finding);
    else this.#trust.broken(this.#at, finding);
  }

  /**
   * The task is over for the caller: what it exercised, and nothing spoke against, was kept.
   *
   * @param settled whether its end was verified
   */
  end({ settled }: { readonly settled: boolean }): void {
    if (settled) this.#exercised.add('task');
    if (settled && this.#canceled) this.#exercised.add('cancel');
    for (const claim of this.#exercised) if (!this.#contradicted.has(claim)) this.#trust.kept(this.#at, claim);
    this.#exercised.clear();
    this.#unheard = [];
  }
}

function stateIn(seen: Observation): TaskState | undefined {
  if (seen.kind === 'task') return seen.task.state;
  return seen.kind === 'status' ? seen.state : undefined;
}

function restsOnSilence(seen: Observation): boolean {
  return seen.kind === 'silence' || (seen.kind === 'close' && seen.by === 'broken');
}

function isHeard({ kind }: Observation): boolean {
  return kind !== 'asked' && kind !== 'silence' && kind !== 'failure' && kind !== 'close';
}
