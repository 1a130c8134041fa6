import type { AuditFinding } from '../../audit/audit-report.ts';
import type { LoggedExchange } from '../../audit/exchange-log.ts';
import { basisWords } from '../explain/basis-words.ts';
import { labelled, wrap, wrapJson } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { replayCommand } from './replay-command.ts';
import type { AuditRequest } from './request.ts';

const TONE = { error: 'bad', warning: 'careful', note: 'quiet' } as const;

/** More lines of a record than this nobody reads, and more of a body. */
const MOST_STEPS = 12;
const MOST_BODY = 400;

/** Tells one finding: what was seen, by which exchange, by whose authority it counts, and what to do about it. */
export function reportFinding(finding: AuditFinding, request: AuditRequest, out: Outlet): void {
  const { style, width } = out;
  const { rule, severity, certainty, confirmed, taskId, scenario, alsoIn } = finding;
  const sure = certainty === 'suspected' && confirmed ? 'seen in two runs' : certainty;
  const at = finding.interface === '' ? '' : `, ${safeLine(finding.interface)}`;
  const task = taskId === undefined ? '' : `, task ${safeLine(taskId)}`;
  out.line(`${style[TONE[severity]](rule)}  ${style.quiet(`${severity}, ${sure}${at}${task}`)}`);
  for (const line of wrap(`${finding.title}: ${safeLine(finding.message)}.`, width - 2)) out.line(`  ${line}`);
  reportSteps(finding, out);
  for (const [label, exchange] of exchangesToShow(finding)) reportExchange(label, exchange, out);
  const also = alsoIn.length === 0 ? '' : `; also in ${alsoIn.join(', ')}`;
  const rows: [string, string][] = [
    ['by', `${scenario}${also}`],
    ['basis', basisWords(finding.basis)],
    ['costs', finding.why],
    ['remedy', finding.remedy],
    ['replay', replayCommand(finding, request)],
  ];
  for (const line of labelled(rows, { indent: '  ', width, label: style.quiet })) out.line(line);
  out.line();
}

function reportSteps({ evidence }: AuditFinding, { style, width, line }: Outlet): void {
  const shown = evidence.steps.slice(-MOST_STEPS);
  const times = shown.map(({ atMs }) => secondsOf(atMs));
  const longest = Math.max(...times.map((time) => time.length), 0);
  const rows = shown.map(({ channel, operation, says, askedMs }, index): [string, string] => {
    const since = channel === 'answer' ? `, asked at ${secondsOf(askedMs)}` : '';
    const call = channel === 'push' ? 'web-hook' : operation;
    return [`${(times[index] ?? '').padStart(longest)}  ${call}`, safeLine(`${says}${since}`)];
  });
  for (const text of labelled(rows, { indent: '    ', width, label: style.quiet })) line(text);
}

/** The two that contradict each other, one below the other; else the one at which it was found. */
function exchangesToShow({ evidence }: AuditFinding): readonly (readonly [string, LoggedExchange])[] {
  const { steps, exchanges, contradiction } = evidence;
  const places = contradiction ?? [steps.length - 1];
  const wanted = [...new Set(places.map((place) => steps[place]?.exchange))];
  const found = wanted.flatMap((place) => (place === undefined ? [] : (exchanges[place] ?? [])));
  return found.map((exchange, index) => [found.length === 1 ? 'exchange' : index === 0 ? 'first' : 'then', exchange]);
}

function reportExchange(label: string, exchange: LoggedExchange, { style, line, width }: Outlet): void {
  const { method, url, requestBody, status, responseBody, cut } = exchange;
  const rows: [string, string][] = [
    [label, `${method} ${safeLine(url)}`],
    ...(requestBody === undefined ? [] : [['  sent', shortened(requestBody, false)] as [string, string]]),
    ['  came', `${status === undefined ? 'no answer' : `HTTP ${status}`} ${shortened(responseBody, cut)}`.trimEnd()],
  ];
  for (const text of labelled(rows, { indent: '    ', width, label: style.quiet }, wrapJson)) line(text);
}

function shortened(body: string, cut: boolean): string {
  const text = safeLine(body.replace(/\s+/g, ' ').trim());
  return text.length > MOST_BODY || cut ? `${text.slice(0, MOST_BODY)}…` : text;
}

function secondsOf(ms: number): string {
  return `${(ms / 1_000).toFixed(3)} s`;
}
