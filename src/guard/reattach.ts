import { explainPlan } from '../contract/explain-plan.ts';
import { anchoredClock } from '../http/clock.ts';
import type { DelegationEntry, DelegationJournal } from '../store/journal.ts';
import { checkOptions } from './check-options.ts';
import type { DelegateOptions } from './delegate-options.ts';
import { type PlannedPeer, peerBy } from './peer.ts';
import { Run, type RunningDelegation } from './run.ts';

/** What a delegation goes on with; who it goes to, what is sent, and its time were settled when it began. */
export type ReattachOptions = Omit<
  DelegateOptions,
  'journal' | 'alternatives' | 'canary' | 'idempotencyKey' | 'messageId' | 'profile' | 'task' | 'timeoutMs'
>;

/** A delegation that was taken up again, and what the journal held of it. */
export interface Reattached {
  readonly entry: DelegationEntry;
  readonly delegation: RunningDelegation;
}

/**
 * Takes up every delegation that a process which is gone has left unfinished: it goes on watching where the task is
 * known, and looks for the task where its id was never heard; a cancel that had been decided on is carried through.
 * Nothing is ever sent again. A delegation of which nothing can be found out ends as `outcome-unknown`.
 *
 * Credentials are in no journal, so they are given again.
 *
 * @param options what each goes on with, or a function that tells it for each
 * @throws StoreError where the journal can't be read
 */
export async function reattach(
  journal: DelegationJournal,
  options: ReattachOptions | ((entry: DelegationEntry) => ReattachOptions) = {},
): Promise<readonly Reattached[]> {
  const entries = await journal.takeOver();
  return entries.map((entry) => {
    const own = typeof options === 'function' ? options(entry) : options;
    return { entry, delegation: takeUp(entry, { ...own, ...timeLeft(entry), journal }) };
  });
}

function takeUp(entry: DelegationEntry, options: DelegateOptions): RunningDelegation {
  return new Run(options, async (run) => {
    checkOptions(options);
    return run.rejoin(await peerBy(plannedIn(entry), options), entry);
  });
}

/** A delegation whose time is over is cancelled at once, and watched. One that waited for its caller has its time anew. */
function timeLeft({ deadlineAt }: DelegationEntry): Pick<DelegateOptions, 'timeoutMs'> {
  return deadlineAt === undefined ? {} : { timeoutMs: Math.max(1, Math.ceil(deadlineAt - anchoredClock())) };
}

function plannedIn({ target, agentName, key, plan, plannedBy }: DelegationEntry): PlannedPeer {
  // The stream that it was opened with is gone; another one has to be asked for.
  const opening = plan.opening === 'stream' ? 'id-first' : plan.opening;
  return { target, name: agentName, key, plannedBy, probes: [], plan: { ...plan, opening, explain: explainPlan } };
}
