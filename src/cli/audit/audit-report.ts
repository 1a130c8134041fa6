import type { AuditFinding, AuditReport, CapabilityReport, UntestedReport } from '../../audit/audit-report.ts';
import { SEVERITIES } from '../../lifecycle/finding.ts';
import { formatDuration } from '../duration.ts';
import { labelled, wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { sentence } from '../terminal/sentence.ts';
import { reportFinding } from './finding-report.ts';
import type { AuditRequest } from './request.ts';

const VERDICT_TONE = { kept: 'good', broken: 'bad', inconclusive: 'careful' } as const;
const OBSERVED_TONE = { kept: 'good', broken: 'bad', 'under-declared': 'careful', untested: 'quiet' } as const;

/** Tells people what an audit came to: in a sentence, by claim, by finding with what shows it, and what is not known. */
export function reportAudit(report: AuditReport, request: AuditRequest, out: Outlet): void {
  const { peer, capabilities, findings } = report;
  if (peer !== undefined) {
    const version = peer.version === undefined ? '' : ` ${safeLine(peer.version)}`;
    out.line(`${out.style.strong(safeLine(peer.name) || 'An agent without a name')}${version}`);
    out.line(out.style.quiet(safeLine(peer.cardUrl)));
  }
  for (const line of wrap(summary(report), out.width)) out.line(out.style[VERDICT_TONE[report.verdict]](line));
  out.line();
  for (const { name, url } of peer?.interfaces ?? []) {
    const own = capabilities.filter((one) => one.interface === name);
    if (own.length > 0) reportInterface(name, url, own, report.watchedMs, out);
  }
  for (const finding of findings) reportFinding(finding, request, out);
  reportUntested(report, out);
  reportLeft(report, out);
}

function reportInterface(
  name: string,
  url: string,
  own: readonly CapabilityReport[],
  watchedMs: number,
  out: Outlet,
): void {
  const { style } = out;
  out.line(`${style.strong(safeLine(name))}  ${style.quiet(safeLine(url))}`);
  const names = Math.max(...own.map((one) => one.name.length)) + 2;
  for (const { name: claim, declared, observed, scenarios } of own) {
    const said = declared === undefined ? '' : declared ? 'declared' : 'denied';
    const watched = observed === 'kept' && isWatched(claim) ? `kept (watched ${formatDuration(watchedMs)})` : observed;
    const cell = style[OBSERVED_TONE[observed]](watched.padEnd(22));
    const by = wrap(scenarios.join(', '), out.width - names - 36);
    for (const [index, line] of by.entries()) {
      const lead =
        index === 0 ? `${claim.padEnd(names)}${style.quiet(said.padEnd(10))}${cell}` : ' '.repeat(names + 32);
      out.line(`  ${lead}${style.quiet(line)}`.trimEnd());
    }
  }
  out.line();
}

/** Claims that are kept only for as long as somebody looked. */
function isWatched(claim: string): boolean {
  return claim === 'task' || claim === 'cancel';
}

function reportUntested({ untested, capabilities }: AuditReport, out: Outlet): void {
  if (untested.length === 0) return;
  out.line(out.style.strong('Not exercised'));
  const open = new Set(capabilities.filter(({ observed }) => observed === 'untested').map((one) => one.name));
  const byReason = Map.groupBy(untested, ({ reason }) => reason);
  for (const [reason, all] of byReason) {
    for (const line of wrap(sentence(safeLine(reason)), out.width - 2)) out.line(`  ${line}`);
    for (const line of labelled(placesOf(all, open), { indent: '    ', width: out.width, label: out.style.quiet })) {
      out.line(line);
    }
  }
  out.line();
}

/** What is untested for that reason, what was exercised otherwise, and which scenarios could not be played to their end. */
function placesOf(all: readonly UntestedReport[], open: ReadonlySet<string>): readonly [string, string][] {
  const { untested = [], 'in part': part = [] } = Object.groupBy(new Set(all.map(({ claim }) => claim)), (claim) =>
    open.has(claim) ? 'untested' : 'in part',
  );
  const rows: readonly [string, readonly string[]][] = [
    ['untested', untested],
    ['in part', part],
    ['by', [...new Set(all.map(({ scenario }) => scenario))]],
  ];
  return rows.flatMap(([label, names]) => (names.length === 0 ? [] : [[label, names.join(', ')] as [string, string]]));
}

function reportLeft({ left }: AuditReport, out: Outlet): void {
  if (left.length === 0) return;
  out.line(out.style.careful('Left running at the agent'));
  const rows = left.map(({ taskId, messageId, state, scenario, why }): [string, string] =>
    messageId === undefined
      ? [safeLine(taskId), `${state}, begun by ${scenario}; ${safeLine(why)}`]
      : ['a task?', `by ${scenario}; ${safeLine(why)}`],
  );
  for (const line of labelled(rows, { indent: '  ', width: out.width, label: out.style.quiet })) out.line(line);
  out.line();
}

function summary(report: AuditReport): string {
  const { verdict, ended, findings, scenarios, durationMs } = report;
  const played = scenarios.filter(({ status }) => status !== 'untested').length;
  const effort = `${played} of ${scenarios.length} scenarios in ${formatDuration(durationMs)}`;
  const found = findings.length === 0 ? 'no findings' : countWords(findings);
  const why = ended === undefined ? '' : ` ${safeLine(ended.message)}`;
  switch (verdict) {
    case 'kept':
      return `It kept its word: ${found}, ${effort}.${why}`;
    case 'broken':
      return `It broke its word: ${found}, ${effort}.${why}`;
    case 'inconclusive':
      return `Inconclusive:${why || idleWords(report)} So far ${found}, ${effort}.`;
  }
}

function idleWords({ capabilities }: AuditReport): string {
  const isExercised = capabilities.some(({ observed }) => observed !== 'untested');
  return isExercised ? ' it took no message in.' : ' nothing could be exercised.';
}

function countWords(findings: readonly AuditFinding[]): string {
  return SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  }).join(', ');
}
