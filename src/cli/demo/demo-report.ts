import type { Demonstration } from '../../demo/play.ts';
import { alarmsIn, type CallerRun, findingsOf, type Row } from '../../demo/row.ts';
import type { DemoTimes } from '../../demo/times.ts';
import { formatDuration } from '../duration.ts';
import { invocation } from '../invocation.ts';
import { wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { agentCell, runCell } from './cells.ts';
import { columnsFor, tableLines } from './table.ts';

/** Shows side by side what the callers went away with. */
export function reportDemonstration(demonstration: Demonstration, out: Outlet): void {
  const { rows, times, ok } = demonstration;
  const { style, width } = out;
  const columns = columnsFor(rows[0]?.runs.map(({ caller }) => caller.title) ?? [], width);
  const cells = alike(rows).map(({ row, versions }) => [
    agentCell(row, versions),
    ...row.runs.map((run) => runCell(row.scene, run)),
  ]);
  for (const line of tableLines(columns, cells, style)) out.line(line);
  out.line();
  for (const line of wrap(summary(rows), width)) out.line(line);
  for (const line of wrap(shortened(times), width)) out.line(style.quiet(line));
  out.line();
  if (ok) {
    out.line(`Next: ${style.name(`${invocation()} demo --peer name=<your agent's url>`)}`);
    return;
  }
  for (const { scene, version, wrong } of rows) {
    for (const what of wrong) out.line(style.bad(`✖ ${scene.agent}, ${version}: ${what}`));
  }
}

/** The rows, each with the versions in which it went alike: the same harm, the same conclusion. */
function alike(rows: readonly Row[]): readonly { readonly row: Row; readonly versions: readonly string[] }[] {
  const groups = new Map<string, { row: Row; versions: string[] }>();
  for (const row of rows) {
    const key = JSON.stringify([row.scene.agent, row.runs.map(gist)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { row, versions: [row.version] });
    else group.versions.push(row.version);
  }
  return [...groups.values()];
}

/** What came of a run, without its figures. */
function gist({ account, incidents }: Row['runs'][number]): unknown {
  const harm = incidents.map(({ kind }) => kind);
  if (account.kind === 'thrown') return [account.kind, harm];
  return account.kind === 'believed'
    ? [account.belief.state, account.belief.gaveUpAfterMs === undefined, harm]
    : [account.result.outcome.kind, account.result.outcome.ok, harm];
}

function summary(rows: readonly Row[]): string {
  const liars = rows.filter(({ scene }) => scene.deviation !== undefined);
  const honest = rows.filter(({ scene }) => scene.deviation === undefined);
  const harmed = (which: (run: CallerRun) => boolean) =>
    liars.filter(({ runs }) => runs.some((run) => which(run) && run.incidents.length > 0)).length;
  const alarms = honest.filter(({ runs }) => runs.some(({ account }) => alarmsIn(findingsOf(account)).length > 0));
  const versions = [...new Set(rows.map(({ version }) => version))];
  const agents = new Set(liars.map(({ scene }) => scene.agent)).size;
  return (
    `${agents} liars in A2A ${versions.join(' and ')}, ${liars.length} times of harm to be had: the plain client came ` +
    `to harm ${harmed(({ caller }) => caller.unprotected)} times, guarded by Probity ` +
    `${harmed(({ account }) => account.kind === 'concluded')}, and behind the gateway ${harmed(isBehind)}, for the ` +
    `reasons given there. False alarms on the honest agent: ${alarms.length}. What harm is, the agents' own ledgers say.`
  );
}

function isBehind({ account }: CallerRun): boolean {
  return account.kind === 'believed' && account.behind !== undefined;
}

function shortened(times: DemoTimes): string {
  const [zombie, watch, silence, settle, step, patience] = [
    times.zombieMs,
    times.cancelWatchMs,
    times.silenceMs,
    times.settleWithinMs,
    times.stepMs,
    times.patienceMs,
  ].map(formatDuration);
  return (
    `Shortened for the demonstration: the zombie works on for ${zombie} (40 s were seen), a canceled task is watched ` +
    `for ${watch} (usually 10 s), a stream may be silent for ${silence} (15 s), a result may take ${settle} to come to ` +
    `rest (15 s), a step of work takes ${step}, and the plain client, which would wait for ever, gives up after ${patience}.`
  );
}
