import { factsOfRule } from '../../catalogue/catalogue.ts';
import { LIFECYCLE_PATHS } from '../../contract/lifecycle-path.ts';
import type { Lack, Negotiation } from '../../contract/negotiation.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { Severity } from '../../lifecycle/finding.ts';
import { invocation } from '../invocation.ts';
import { labelled, wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { ended, sentence } from '../terminal/sentence.ts';
import { reportChanges } from './changes-report.ts';
import type { CheckedFinding } from './checked-finding.ts';
import { planRows } from './plan-rows.ts';
import type { Checked } from './run-check.ts';

const TONE = { error: 'bad', warning: 'careful', note: 'quiet' } as const;
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

const VERDICTS = {
  accept: { tone: 'good', says: 'A task like this can be carried through.' },
  degrade: { tone: 'careful', says: 'A task like this can be carried through, without some of what was wanted.' },
  defer: { tone: 'careful', says: 'Whether a task like this can be carried through is not known yet.' },
  refuse: { tone: 'bad', says: 'A task like this can not be carried through. Nothing should be sent.' },
} as const;

/** Tells people what a check came to: the verdict, the plan, then each finding with its place and its remedy. */
export function reportCheck(checked: Checked, out: Outlet): void {
  const { discovery, negotiation, findings } = checked;
  const { style } = out;
  const { card, place, changes } = discovery;
  if (card !== undefined) {
    const version = card.version === undefined ? '' : ` ${safeLine(card.version)}`;
    out.line(`${style.strong(safeLine(card.name) || 'An agent without a name')}${version}`);
  }
  out.line(style.quiet(place === '-' ? 'stdin' : safeLine(withoutSecrets(place))));
  out.line();
  if (negotiation === undefined) reportNoCard(checked, out);
  else reportNegotiation(negotiation, out);
  if (changes !== undefined) reportChanges(changes, out);
  reportFindings(findings, out);
}

function reportNoCard({ discovery: { attempts } }: Checked, out: Outlet): void {
  out.line(`${out.style.bad('no card')}  There is no card here that could be used.`);
  for (const { url, what } of attempts) {
    for (const line of wrap(safeLine(`${withoutSecrets(url)} ${what}`), out.width - 2)) out.line(`  ${line}`);
  }
  out.line();
}

function reportNegotiation(negotiation: Negotiation, out: Outlet): void {
  const { style, width } = out;
  const { tone, says } = VERDICTS[negotiation.decision];
  const isOther = 'plan' in negotiation && negotiation.plan.passedOver !== undefined;
  const other = isOther ? ' Not on the interface that the card prefers, though.' : '';
  for (const [index, line] of wrap(`${says}${other}`, width - negotiation.decision.length - 2).entries()) {
    const label = index === 0 ? style[tone](negotiation.decision) : ' '.repeat(negotiation.decision.length);
    out.line(`${label}  ${line}`);
  }
  out.line();
  for (const line of labelled(rowsOf(negotiation), { indent: '  ', width, label: style.quiet })) out.line(line);
  out.line();
}

function rowsOf(negotiation: Negotiation): readonly [string, string][] {
  switch (negotiation.decision) {
    case 'accept':
      return planRows(negotiation.plan);
    case 'degrade':
      return [
        ...negotiation.givenUp.map(({ what, because }): [string, string] => [
          'given up',
          safeLine(`${what}, since ${because}`),
        ]),
        ...planRows(negotiation.plan),
      ];
    case 'defer':
      return [['depends on', negotiation.needs.map(lackWords).join(', ')], ...reasonRows(negotiation.reasons)];
    case 'refuse':
      return reasonRows(negotiation.reasons);
  }
}

function reasonRows(reasons: Extract<Negotiation, { decision: 'refuse' }>['reasons']): [string, string][] {
  return reasons.map(({ because, path }) => ['why', safeLine(`${LIFECYCLE_PATHS[path]}: ${because}`)]);
}

function lackWords(lack: Lack): string {
  if (lack.kind === 'profile') return `${lack.field} (acquirable, says the profile)`;
  return lack.channel === 'extended-card' ? 'the extended card, which was not read' : `the ${lack.channel}`;
}

function reportFindings(findings: readonly CheckedFinding[], out: Outlet): void {
  const groups = Map.groupBy(findings, ({ rule, severity, certainty }) => `${rule} ${severity} ${certainty}`);
  for (const group of groups.values()) reportGroup(group, out);
  out.line(summary(findings));
  const [gravest] = findings;
  if (gravest !== undefined) {
    out.line(out.style.quiet(`${invocation()} explain ${gravest.rule}  tells where a rule comes from.`));
  }
}

/** Findings of one rule that weigh the same: each place with its reason, and once what to do. */
function reportGroup(group: readonly CheckedFinding[], out: Outlet): void {
  const { style, width } = out;
  const [first] = group;
  if (first === undefined) return;
  const { rule, severity, certainty } = first;
  out.line(`${style[TONE[severity]](rule)}  ${style.quiet(`${severity}, ${certainty}`)}`);
  const facts = factsOfRule(rule);
  const rows = [
    ...group.flatMap((finding): [string, string][] => [
      ...placeRow(finding),
      ['reason', safeLine(reason(finding.because, finding.pointer))],
    ]),
    ...(facts === undefined ? [] : [['remedy', facts.remedy] as [string, string]]),
  ];
  for (const text of labelled(rows, { indent: '  ', width, label: style.quiet })) out.line(text);
  out.line();
}

function placeRow({ pointer, line, column }: CheckedFinding): [string, string][] {
  const at = line === undefined ? [] : [`line ${line}, column ${column ?? 1}`];
  // The whole card is no place; a fault of its JSON has a line and no pointer.
  const place = [...(pointer === '' ? [] : [pointer]), ...at];
  return place.length === 0 ? [] : [['place', safeLine(place.join(', '))]];
}

function summary(findings: readonly CheckedFinding[]): string {
  if (findings.length === 0) return 'No findings.';
  const counts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return `${findings.length === 1 ? '1 finding' : `${findings.length} findings`}: ${counts.join(', ')}.`;
}

/** A sentence that begins with a URL, or with the name of a member, begins as that is written. */
function reason(text: string, pointer: string): string {
  const [word = ''] = text.split(' ', 1);
  const asWritten = /[/[]/.test(word) || pointer.endsWith(`/${word}`);
  return asWritten ? ended(text) : sentence(text);
}
