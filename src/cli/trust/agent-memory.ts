import type { Claim } from '../../lifecycle/finding.ts';
import type { PeerCapabilityCache } from '../../trust/peer-capability-cache.ts';
import { cardUrlOf, type RowOf, type TrustRow } from '../../trust/trust-row.ts';
import type { InterfaceKey, Standing } from '../../trust/trust-view.ts';

/** What is remembered of one claim, and what that is worth by now. */
export interface ClaimMemory {
  readonly row: RowOf<'claim'>;
  readonly standing: Standing;
}

/** What is remembered of one agent. */
export interface AgentMemory {
  readonly cardUrl: string;
  /** Since when its card is as it is. */
  readonly cardAt: number | undefined;
  readonly claims: readonly ClaimMemory[];
  readonly modes: readonly RowOf<'mode'>[];
  readonly refusals: readonly RowOf<'refusal'>[];
  /** The newest of all that. */
  readonly at: number;
}

/** What is remembered, agent by agent, in the order of their names. @param claim of claims only this one */
export function agentsIn(cache: PeerCapabilityCache, claim?: Claim): readonly AgentMemory[] {
  const rows = cache.rows().filter(({ kind }) => kind !== 'reset');
  const byAgent = Map.groupBy(rows, cardUrlOf);
  const agents = [...byAgent].flatMap(([cardUrl, rows]): AgentMemory[] => {
    if (cardUrl === undefined) return [];
    const claims = of(rows, 'claim')
      .filter((row) => claim === undefined || row.claim === claim)
      .map((row) => ({ row, standing: cache.standingOf(row.key, row.claim) }));
    const [card] = of(rows, 'card');
    const modes = of(rows, 'mode');
    const refusals = of(rows, 'refusal').filter(({ work }) => cache.refusalOf(cardUrl, work) !== undefined);
    const times = [...claims.map(({ row }) => row.record.seenAt), ...[...modes, ...refusals].map(({ at }) => at)];
    return [{ cardUrl, cardAt: card?.at, claims, modes, refusals, at: Math.max(card?.at ?? 0, ...times) }];
  });
  return agents.sort((a, b) => (a.cardUrl < b.cardUrl ? -1 : 1));
}

/** The interfaces of an agent that something is remembered of, each with its claims. */
export function interfacesOf({ claims }: AgentMemory): readonly (readonly [InterfaceKey, readonly ClaimMemory[]])[] {
  const groups = Map.groupBy(claims, ({ row: { key } }) =>
    JSON.stringify([key.interfaceUrl, key.binding, key.dialect, key.tenant, key.credential]),
  );
  return [...groups.values()].flatMap((group) => (group[0] === undefined ? [] : [[group[0].row.key, group] as const]));
}

function of<K extends TrustRow['kind']>(rows: readonly TrustRow[], kind: K): readonly RowOf<K>[] {
  return rows.filter((row): row is RowOf<K> => row.kind === kind);
}
