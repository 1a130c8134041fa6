import type { Account } from '../../demo/caller.ts';
import type { Incident } from '../../demo/incidents.ts';
import { type CallerRun, type Row, whyLeft } from '../../demo/row.ts';
import type { Scene } from '../../demo/scene.ts';
import type { Finding } from '../../lifecycle/finding.ts';
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
export function runCell(scene: Scene, run: CallerRun): readonly CellLine[] {
  const { account, incidents } = run;
  const harm = incidents.flatMap((each): readonly CellLine[] => {
    const why = whyLeft(scene, run, each);
    const words: CellLine = { text: `✖ ${incidentWords(each)}`, tone: why === undefined ? 'bad' : 'careful' };
    return why === undefined ? [words] : [words, { text: `(${why})`, tone: 'quiet' }];
  });
  if (account.kind === 'thrown') return [{ text: `caught “${safeLine(account.message)}”` }, ...harm];
  if (account.kind === 'believed') return [...beliefLines(account, harm.length > 0), ...harm];
  const { outcome, passedAfterCancel } = account.result;
  const lines: CellLine[] = [{ text: wordsFor(outcome).headline, tone: 'strong' }];
  if (outcome.kind === 'orphaned') {
    const { wentOnMs, endedAs } = outcome.orphan;
    lines.push({ text: `went on ${formatDuration(wentOnMs)}, ended as ${endedAs ?? 'nothing yet'}` });
    lines.push({
      text: passedAfterCancel === 0 ? 'none of it reached the caller' : `${passedAfterCancel} events passed`,
    });
  }
  return [...lines, ...findingLines(outcome.findings), ...harm];
}

function beliefLines({ belief, behind }: Extract<Account, { kind: 'believed' }>, harmed: boolean): readonly CellLine[] {
  const { state, gaveUpAfterMs } = belief;
  const told = gaveUpAfterMs === undefined ? '' : `; gave up after ${formatDuration(gaveUpAfterMs)}`;
  const lines: CellLine[] = [{ text: `was told ${safeLine(state ?? 'nothing')}${told}` }];
  if (!harmed) lines.push({ text: '✔ and so it was', tone: 'good' });
  if (behind === undefined) return lines;
  // Every first stream is opened so, by the honest agent as well.
  const acts = behind.acts.filter((act) => act !== 'id-first');
  if (acts.length > 0) lines.push({ text: `the gateway: ${acts.join(', ')}`, tone: 'quiet' });
  return behind.findings.length === 0 ? lines : [...lines, ...findingLines(behind.findings)];
}

/** The rules that were found broken. A note accuses nobody. */
function findingLines(findings: readonly Finding[]): readonly CellLine[] {
  const lines = strongest(findings).map(
    ({ rule, severity, certainty }): CellLine =>
      severity === 'note'
        ? { text: `${rule} (note)`, tone: 'quiet' }
        : { text: `${rule} (${certainty})`, tone: 'careful' },
  );
  return lines.length === 0 ? [{ text: 'no findings', tone: 'quiet' }] : lines;
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
    case 'disputed-result':
      return 'its result is not the one that reads show';
    case 'thrown':
      return 'an error instead of an outcome';
    case 'nothing-told':
      return 'was told of no task, and got no answer';
    case 'false-failure':
      return 'a valid answer cost the task';
    case 'no-history':
      return 'was not shown what it was asked';
    case 'sent-again':
      return `message sent ${incident.times} times`;
  }
}
