import { startGateway } from '../gateway/gateway.ts';
import type { GatewayAct, GatewayEvent } from '../gateway/gateway-event.ts';
import type { Finding } from '../lifecycle/finding.ts';
import type { CallerWork } from './caller.ts';
import { delegatePlainly, type PlainBelief } from './plain-caller.ts';
import { boundsFor } from './times.ts';

/** What a plain caller went away with behind a gateway, and what that told its operator meanwhile. */
export interface BeliefBehind {
  readonly belief: PlainBelief;
  /** What it did of its own for the task, each once, in order. */
  readonly acts: readonly GatewayAct[];
  readonly findings: readonly Finding[];
}

/** Delegates the same work as plainly as ever, through a gateway before the agent. */
export async function delegateBehind(work: CallerWork): Promise<BeliefBehind> {
  const acts = new Set<GatewayAct>();
  const findings: Finding[] = [];
  const report = (event: GatewayEvent): void => {
    if (event.kind === 'act') acts.add(event.act);
    if (event.kind !== 'finding') return;
    findings.push(event.finding);
    work.onEvent({ kind: 'finding', finding: event.finding });
  };
  const gateway = await startGateway({
    peers: [{ name: 'agent', target: work.url }],
    port: 0,
    bounds: boundsFor(work.times),
    limits: { shutdownMs: 0 },
    report,
  });
  try {
    await gateway.ready;
    const times = { ...work.times, patienceMs: work.times.patienceBehindMs };
    const belief = await delegatePlainly({ ...work, times, url: `${gateway.urlOf('agent')}/` });
    return { belief, acts: [...acts], findings };
  } finally {
    await gateway.close();
  }
}
