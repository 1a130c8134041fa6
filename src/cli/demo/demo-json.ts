import type { Demonstration } from '../../demo/play.ts';
import type { CallerRun, Row } from '../../demo/row.ts';

/** The demonstration for programs. */
export function demoJson({ ok, times, rows }: Demonstration): unknown {
  return { schemaVersion: 1, ok, shortenedTo: times, rows: rows.map(rowJson) };
}

function rowJson({ scene, version, runs, wrong }: Row) {
  return {
    agent: scene.agent,
    version,
    deviation: scene.deviation,
    ...Object.fromEntries(runs.map((run) => [run.caller.name, runJson(run)])),
    right: wrong.length === 0,
    wrong,
  };
}

function runJson({ account, incidents }: CallerRun) {
  if (account.kind === 'believed') {
    const { state, gaveUpAfterMs } = account.belief;
    return { state, gaveUpAfterMs: rounded(gaveUpAfterMs), incidents };
  }
  const { outcome, passedAfterCancel, tookMs } = account.result;
  const { kind, ok, findings } = outcome;
  return {
    kind,
    ok,
    confirmed: 'confirmed' in outcome ? outcome.confirmed : undefined,
    orphan: 'orphan' in outcome ? outcome.orphan : undefined,
    findings: findings.map(({ rule, severity, certainty, because }) => ({ rule, severity, certainty, because })),
    incidents,
    passedAfterCancel,
    tookMs: rounded(tookMs),
  };
}

function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
