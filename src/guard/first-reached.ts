import type { Finding } from '../lifecycle/finding.ts';
import type { Assignment } from './assignment.ts';
import type { Outcome } from './outcome.ts';
import type { Peer } from './peer.ts';
import { isUnreached, unreachedFinding } from './unreached.ts';

/** The steps by which work is given to an agent. */
export interface Steps {
  /** Plans for the agent, without those of its interfaces. */
  meet(unreachable: readonly string[]): Promise<Peer>;
  take(peer: Peer): Assignment;
  open(assignment: Assignment): Promise<Outcome>;
  readonly signal: AbortSignal;
}

/**
 * Gives work to an agent by the first of its interfaces at which somebody is reached: where nobody was, no byte of it
 * has gone out, and the next can have it. That an interface is not to be reached is found of the task.
 *
 * @throws what the first attempt throws where there is no other
 */
export async function openAtFirstReached({ meet, take, open, signal }: Steps) {
  const unreachable: string[] = [];
  const found: Finding[] = [];
  let peer = await meet(unreachable);
  for (;;) {
    const assignment = take(peer);
    for (const finding of found) assignment.delegation.course.found(finding);
    try {
      return { assignment, outcome: await open(assignment) };
    } catch (error) {
      unreachable.push(peer.plan.interface.url);
      if (!isUnreached(error) || signal.aborted || unreachable.length > (peer.others ?? 0)) throw error;
      assignment.giveUp();
      const finding = unreachedFinding(assignment);
      if (finding !== undefined) found.push(finding);
      peer = await meet(unreachable).catch(() => {
        throw error;
      });
      if (!unreachable.includes(peer.plan.interface.url)) continue;
      // Of the others none is one that this client speaks.
      for (const probe of peer.probes) probe.end();
      throw error;
    }
  }
}
