import type { Incident } from '../../demo/incidents.ts';
import type { CallerRun, Row } from '../../demo/row.ts';
import { strongest } from '../delegate/finding-report.ts';
import { wordsFor } from '../delegate/outcome-words.ts';
import { formatDuration } from '../duration.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { CellLine } from './table.ts';

/** Which agent it was, and in which versions it did the same. */
export function agentCell({ scene }: Row, versions: readonly string[]): readonly CellLine[] {
  return [
    { text: scene.agent, tone: 'strong' },
    { text: scene.does, tone: 'quiet' },
    { text: `A2A ${versions.join(' and ')}`, tone: 'quiet' },
  ];
}

/** What one caller went away with. */
export function runCell({ account, incidents }: CallerRun): readonly CellLine[] {
  const harm = incidents.map((each): CellLine => ({ text: `✖ ${incidentWords(each)}`, tone: 'bad' }));
  if (account.kind === 'believed') {
    const { state, gaveUpAfterMs } = account.belief;
    const told = gaveUpAfterMs === undefined ? '' : `; gave up after ${formatDuration(gaveUpAfterMs)}`;
    const first = { text: `was told ${safeLine(state ?? 'nothing')}${told}` };
    return [first, ...(harm.length === 0 ? [{ text: '✔ and so it was', tone: 'good' } as const] : harm)];
  }
  const { outcome, passedAfterCancel } = account.result;
  const lines: CellLine[] = [{ text: wordsFor(outcome).headline, tone: 'strong' }];
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
  return [...lines, ...harm];
}

function incidentWords(incident: Incident): string {
  switch (incident.kind) {
    case 'frames-after-cancel':
      return `${incident.count} frames after the cancel`;
    case 'orphaned':
      return `orphaned for ${formatDuration(incident.ms)}`;
    case 'end-never-told':
      return incident.endedAs === 'input-required'
        ? 'the task waits for its answer'
        : `end never told (${incident.endedAs}, ${formatDuration(incident.afterMs)})`;
    case 'wrong-end':
      return `wrong outcome: later told ${incident.told}`;
    case 'wrong-result':
      return incident.pieces < incident.of
        ? `wrong outcome: has ${incident.pieces} of ${incident.of} pieces`
        : 'wrong outcome: not the true result';
    case 'false-failure':
      return 'a valid answer cost the task';
    case 'no-history':
      return 'was not shown what it was asked';
    case 'sent-again':
      return `message sent ${incident.times} times`;
  }
}
