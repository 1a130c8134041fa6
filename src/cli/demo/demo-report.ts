import type { Incident } from '../../demo/incidents.ts';
import type { Demonstration } from '../../demo/play.ts';
import type { Row } from '../../demo/row.ts';
import type { DemoTimes } from '../../demo/times.ts';
import { strongest } from '../delegate/finding-report.ts';
import { wordsFor } from '../delegate/outcome-words.ts';
import { formatDuration } from '../duration.ts';
import { invocation } from '../invocation.ts';
import { wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { type CellLine, tableLines } from './table.ts';

/** Shows side by side what the callers went away with. */
export function reportDemonstration(demonstration: Demonstration, out: Outlet): void {
  const { rows, times, ok } = demonstration;
  const { style, width } = out;
  const columns = [
    { title: 'agent', width: 20 },
    { title: 'plain SDK client', width: 38 },
    { title: 'Probity', width: 38 },
  ];
  const cells = rows.map((row) => [agentCell(row), plainCell(row), guardedCell(row)]);
  for (const line of tableLines(columns, cells, style)) out.line(line);
  out.line();
  for (const line of wrap(summary(rows), width)) out.line(line);
  for (const line of wrap(shortened(times), width)) out.line(style.quiet(line));
  out.line();
  if (ok) {
    out.line(`Next: ${style.name(`${invocation()} delegate <your agent's url> --text …`)}`);
    return;
  }
  for (const { scene, wrong } of rows) {
    for (const what of wrong) out.line(style.bad(`✖ ${scene.agent}: ${what}`));
  }
}

function agentCell({ scene }: Row): readonly CellLine[] {
  return [
    { text: scene.agent, tone: 'strong' },
    { text: scene.does, tone: 'quiet' },
  ];
}

function plainCell({ plain }: Row): readonly CellLine[] {
  const { state, gaveUpAfterMs } = plain.belief;
  const told = gaveUpAfterMs === undefined ? '' : `; gave up after ${formatDuration(gaveUpAfterMs)}`;
  const first = `was told ${safeLine(state ?? 'nothing')}${told}`;
  if (plain.incidents.length === 0) return [{ text: first }, { text: '✔ and so it was', tone: 'good' }];
  return [
    { text: first },
    ...plain.incidents.map((each): CellLine => ({ text: `✖ ${incidentWords(each)}`, tone: 'bad' })),
  ];
}

function guardedCell({ guarded, wrong }: Row): readonly CellLine[] {
  const { outcome, passedAfterCancel } = guarded;
  const { headline } = wordsFor(outcome);
  const lines: CellLine[] = [{ text: headline, tone: 'strong' }];
  if (outcome.kind === 'orphaned') {
    const { wentOnMs, endedAs } = outcome.orphan;
    lines.push({ text: `went on ${formatDuration(wentOnMs)}, ended as ${endedAs ?? 'nothing yet'}` });
    lines.push({
      text: passedAfterCancel === 0 ? 'none of it reached the caller' : `${passedAfterCancel} events passed`,
    });
  }
  for (const { rule, certainty } of strongest(outcome.findings))
    lines.push({ text: `${rule} (${certainty})`, tone: 'careful' });
  if (outcome.findings.length === 0) lines.push({ text: 'no findings', tone: 'quiet' });
  return [...lines, ...wrong.map((what): CellLine => ({ text: `✖ ${what}`, tone: 'bad' }))];
}

function incidentWords(incident: Incident): string {
  switch (incident.kind) {
    case 'frames-after-cancel':
      return `${incident.count} frames after the cancel`;
    case 'orphaned':
      return `orphaned for ${formatDuration(incident.ms)}`;
    case 'end-never-told':
      return `end never told (${incident.endedAs}, ${formatDuration(incident.afterMs)})`;
    case 'wrong-end':
      return `wrong outcome: later told ${incident.told}`;
    case 'wrong-result':
      return incident.pieces < incident.of
        ? `wrong outcome: has ${incident.pieces} of ${incident.of} pieces`
        : 'wrong outcome: not the true result';
    case 'sent-again':
      return `message sent ${incident.times} times`;
  }
}

function summary(rows: readonly Row[]): string {
  const liars = rows.filter(({ scene }) => scene.deviation !== undefined);
  const harmed = liars.filter(({ plain }) => plain.incidents.length > 0).length;
  const seen = liars.filter(({ guarded }) => guarded.outcome.findings.length > 0).length;
  const alarms = rows.filter(
    ({ scene, guarded }) => scene.deviation === undefined && guarded.outcome.findings.length > 0,
  ).length;
  return (
    `Of ${liars.length} liars, ${harmed} harmed the plain client; Probity saw through ${seen}, ` +
    `with ${alarms} false alarms on the honest agent. All figures of the plain client come from the agents' own ledgers.`
  );
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
