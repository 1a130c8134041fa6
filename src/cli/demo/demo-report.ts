import type { Demonstration } from '../../demo/play.ts';
import { alarmsIn, findingsOf, type Row, whyLeft } from '../../demo/row.ts';
import type { DemoTimes } from '../../demo/times.ts';
import { formatDuration } from '../duration.ts';
import { invocation } from '../invocation.ts';
import { labelled, wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { agentCell, runCell } from './cells.ts';
import { columnsFor, tableLines } from './table.ts';

const LEDGERS = "What harm is, the agents' own ledgers say.";

/** Shows what came of it in a few lines, then side by side what the callers went away with, then the few lines again. */
export function reportDemonstration(demonstration: Demonstration, out: Outlet): void {
  const { rows, times } = demonstration;
  const { style, width } = out;
  const titles = rows[0]?.runs.map(({ caller }) => caller.title) ?? [];
  reportVerdict(demonstration, titles, out);
  out.line();
  const cells = alike(rows).map(({ row, versions }) => [
    agentCell(row, versions),
    ...row.runs.map((run) => runCell(row.scene, run)),
  ]);
  for (const line of tableLines(columnsFor(titles, width), cells, style)) out.line(line);
  out.line();
  for (const line of [LEDGERS, ...wrap(shortened(times), width)]) out.line(style.quiet(line));
  out.line();
  reportVerdict(demonstration, titles, out);
  if (demonstration.ok) {
    out.line();
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

/** Who came to harm, and how often: all that somebody in a hurry wants to know. */
function reportVerdict({ rows, ok }: Demonstration, titles: readonly string[], { style, width, line }: Outlet): void {
  const liars = rows.filter(({ scene }) => scene.deviation !== undefined);
  const agents = new Set(liars.map(({ scene }) => scene.agent)).size;
  const versions = [...new Set(rows.map(({ version }) => version))].join(' and ');
  const head = ok ? 'As it has to be' : 'Not as it has to be';
  const says = `${head}: ${agents} liars in A2A ${versions}, ${liars.length} times of harm to be had.`;
  for (const text of wrap(says, width)) line(style[ok ? 'good' : 'bad'](text));
  const harms = titles.map((title, caller): [string, string] => [title, harmWords(liars, caller)]);
  const alarms = rows.filter(isAlarm).length;
  const facts: [string, string][] = [...harms, ['false alarms', `${alarms} on the honest agent`]];
  for (const text of labelled(facts, { indent: '  ', width, label: style.quiet })) line(text);
}

function harmWords(liars: readonly Row[], caller: number): string {
  const harmed = liars.filter(({ runs }) => (runs[caller]?.incidents.length ?? 0) > 0);
  const reasoned = harmed.every(({ scene, runs }) => {
    const run = runs[caller];
    return run?.incidents.every((incident) => whyLeft(scene, run, incident) !== undefined);
  });
  const times = harmed.length === 1 ? '1 time' : `${harmed.length} times`;
  return `came to harm ${times}${harmed.length > 0 && reasoned ? ', where the reason is given why that can not be helped' : ''}`;
}

function isAlarm({ scene, runs }: Row): boolean {
  return scene.deviation === undefined && runs.some(({ account }) => alarmsIn(findingsOf(account)).length > 0);
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
