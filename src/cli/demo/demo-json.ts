import type { Demonstration } from '../../demo/play.ts';
import { type CallerRun, type Row, whyLeft } from '../../demo/row.ts';
import type { Scene } from '../../demo/scene.ts';
import type { Finding } from '../../lifecycle/finding.ts';

/** The demonstration for programs. */
export function demoJson({ ok, times, rows }: Demonstration): unknown {
  return { schemaVersion: 1, ok, shortenedTo: times, rows: rows.map(rowJson) };
}

function rowJson({ scene, version, runs, wrong }: Row) {
  return {
    agent: scene.agent,
    version,
    deviation: scene.deviation,
    ...Object.fromEntries(runs.map((run) => [run.caller.name, runJson(run, scene)])),
    right: wrong.length === 0,
    wrong,
  };
}

/** What one caller went away with. */
export function runJson(run: CallerRun, scene: Scene): unknown {
  const { account, incidents } = run;
  if (account.kind === 'thrown') return { thrown: account.message, incidents };
  if (account.kind === 'believed') {
    const { behind } = account;
    const { state, gaveUpAfterMs } = account.belief;
    const told = { state, gaveUpAfterMs: rounded(gaveUpAfterMs), incidents };
    if (behind === undefined) return told;
    const left = incidents.find((incident) => whyLeft(scene, run, incident) !== undefined);
    return { ...told, left: left && scene.left?.why, acts: behind.acts, findings: behind.findings.map(findingJson) };
  }
  const { outcome, passedAfterCancel, tookMs } = account.result;
  const { kind, ok, findings } = outcome;
  return {
    kind,
    ok,
    confirmed: 'confirmed' in outcome ? outcome.confirmed : undefined,
    orphan: 'orphan' in outcome ? outcome.orphan : undefined,
    findings: findings.map(findingJson),
    incidents,
    passedAfterCancel,
    tookMs: rounded(tookMs),
  };
}

function findingJson({ rule, severity, certainty, because }: Finding) {
  return { rule, severity, certainty, because };
}

function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
