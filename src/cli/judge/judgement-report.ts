import type { JudgedFinding } from '../../judge/judge.ts';
import type { Addressee } from '../../judge/recording.ts';
import { seenWords } from '../../judge/seen-words.ts';
import { SEVERITIES } from '../../lifecycle/finding.ts';
import { excerpt } from '../../protocol/excerpt.ts';
import type { Observation } from '../../protocol/observation.ts';
import { invocation } from '../invocation.ts';
import { labelled, wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { sentence } from '../terminal/sentence.ts';
import type { Judged, Judgement } from './run-judge.ts';

const TONE = { error: 'bad', warning: 'careful', note: 'quiet' } as const;

/** A witness that the budget left longer than anybody reads. */
const MOST_LINES = 40;

/** Tells people what was found in a record: the gravest first, each with the least of the record that shows it. */
export function reportJudgement({ record, judged }: Judgement, out: Outlet): void {
  for (const one of judged) reportRecording(one, judged.length > 1, out);
  const { unread, doubts } = record;
  const [doubt] = doubts;
  if (doubt !== undefined) {
    const others = doubts.length === 1 ? '' : `, and so do ${doubts.length - 1} more`;
    const fix = 'Put the lines in the order of time, and judge recordings that began apart one by one.';
    for (const line of wrap(`Doubtful: in line ${doubt.line}, ${doubt.why}${others}. ${fix}`, out.width)) {
      out.line(out.style.careful(line));
    }
  }
  if (unread.length > 0) {
    const first = unread[0];
    const what = record.format === 'har' ? 'entry' : 'line';
    const others = unread.length === 1 ? '' : `, and ${unread.length - 1} more`;
    out.line(out.style.quiet(`Left aside: ${what} ${first?.line} (${first?.why})${others}.`));
  }
  const findings = judged.flatMap((one) => one.findings);
  if (judged.length === 0) return out.line('Nothing in it speaks A2A, so there is nothing to judge.');
  out.line(summary(findings));
  const [gravest] = bySeverity(findings);
  if (gravest !== undefined) {
    out.line(out.style.quiet(`${invocation()} explain ${gravest.finding.rule}  tells where a rule comes from.`));
  }
}

/** @param named whether to say whom it is of, where there are several */
function reportRecording({ recording, findings }: Judged, named: boolean, out: Outlet): void {
  const { dialect, binding } = recording.claims;
  const seen = recording.observations.length;
  out.line(out.style.strong(`A2A ${dialect} over ${binding}, ${seen} observations`));
  if (named && recording.agent !== undefined) out.line(`Of ${addresseeWords(recording.agent)}`);
  if (!recording.framesTimed) {
    out.line(out.style.quiet('It does not say when each event of a stream came; nothing is concluded from that.'));
  }
  out.line();
  for (const found of bySeverity(findings)) reportFinding(found, out);
}

function addresseeWords({ name, address, tenant }: Addressee): string {
  const agent = name === undefined ? 'the agent' : excerpt(name);
  const where = address === '' ? '' : ` at ${excerpt(address)}`;
  return safeLine(`${agent}${where}${tenant === undefined ? '' : `, tenant ${excerpt(tenant)}`}`);
}

function reportFinding({ finding, taskId, witness }: JudgedFinding, out: Outlet): void {
  const { style, width } = out;
  const { severity, rule, certainty, because } = finding;
  const task = taskId === undefined || taskId === '' ? '' : `, task ${safeLine(taskId)}`;
  out.line(`${style[TONE[severity]](rule)}  ${style.quiet(`${severity}, ${certainty}${task}`)}`);
  for (const line of wrap(sentence(safeLine(because)), width - 2)) out.line(`  ${line}`);
  const shown = witness.slice(-MOST_LINES);
  if (shown.length < witness.length) {
    out.line(style.quiet(`  The last ${shown.length} of the ${witness.length} observations that show it:`));
  }
  const longest = Math.max(...shown.map((seen) => secondsOf(seen.received).length));
  const rows = shown.map(
    (seen) => [`${secondsOf(seen.received).padStart(longest)}  ${callOf(seen)}`, wordsOf(seen)] as const,
  );
  for (const line of labelled(rows, { indent: '    ', width, label: style.quiet })) out.line(line);
  out.line();
}

function callOf({ vantage: { channel, operation } }: Observation): string {
  return channel === 'push' ? 'web-hook' : operation;
}

function wordsOf(seen: Observation): string {
  const { channel, asked } = seen.vantage;
  const since = channel === 'answer' && seen.kind !== 'asked' ? `, asked at ${secondsOf(asked)}` : '';
  return safeLine(`${seenWords(seen)}${since}`);
}

function secondsOf(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`;
}

function bySeverity(findings: readonly JudgedFinding[]): readonly JudgedFinding[] {
  return SEVERITIES.flatMap((severity) => findings.filter(({ finding }) => finding.severity === severity));
}

function summary(findings: readonly JudgedFinding[]): string {
  if (findings.length === 0) return 'No findings.';
  const counts = SEVERITIES.map((severity) => {
    const count = findings.filter(({ finding }) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return `${findings.length === 1 ? '1 finding' : `${findings.length} findings`}: ${counts.flat().join(', ')}.`;
}
