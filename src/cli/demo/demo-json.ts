import type { Demonstration } from '../../demo/play.ts';
import type { Row } from '../../demo/row.ts';

/** The demonstration for programs. */
export function demoJson({ ok, times, rows }: Demonstration): unknown {
  return { schemaVersion: 1, ok, shortenedTo: times, rows: rows.map(rowJson) };
}

function rowJson({ scene, plain, guarded, wrong }: Row) {
  const { outcome, incidents, passedAfterCancel, tookMs } = guarded;
  const { kind, ok, findings } = outcome;
  return {
    agent: scene.agent,
    deviation: scene.deviation,
    plain: {
      state: plain.belief.state,
      gaveUpAfterMs: rounded(plain.belief.gaveUpAfterMs),
      incidents: plain.incidents,
    },
    guarded: {
      kind,
      ok,
      confirmed: 'confirmed' in outcome ? outcome.confirmed : undefined,
      orphan: 'orphan' in outcome ? outcome.orphan : undefined,
      findings: findings.map(({ rule, severity, certainty, because }) => ({ rule, severity, certainty, because })),
      incidents,
      passedAfterCancel,
      tookMs: rounded(tookMs),
    },
    right: wrong.length === 0,
    wrong,
  };
}

function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
