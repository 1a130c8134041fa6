import { factsOfRule } from '../../catalogue/catalogue.ts';
import { type Finding, SEVERITIES } from '../../lifecycle/finding.ts';
import { invocation } from '../invocation.ts';
import { labelled } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { sentence } from '../terminal/sentence.ts';

const TONE = { error: 'bad', warning: 'careful', note: 'quiet' } as const;

/** Tells people what the agent did against its card or the protocol, and what each costs and takes to mend. */
export function reportFindings(findings: readonly Finding[], out: Outlet): void {
  const { style, width } = out;
  out.line();
  if (findings.length === 0) return out.line(style.quiet('no findings'));
  const told = strongest(findings);
  out.line(style.strong(told.length === 1 ? '1 finding' : `${told.length} findings`));
  for (const finding of told) {
    const rule = factsOfRule(finding.rule);
    const weight = `${finding.severity}, ${finding.certainty}`;
    out.line();
    out.line(`  ${style[TONE[finding.severity]](finding.rule)}  ${style.quiet(weight)}`);
    const rows: [string, string][] = [['because', sentence(safeLine(finding.because))]];
    if (rule !== undefined) rows.push(['costs you', rule.why], ['vendor', rule.remedy]);
    for (const line of labelled(rows, { indent: '    ', width, label: style.quiet })) out.line(line);
  }
  out.line();
  out.line(style.quiet(`${invocation()} explain ${told[0]?.rule ?? '<rule>'}  tells where a rule comes from.`));
}

/** One finding for each rule, the gravest first: what was suspected first and is certain by now is told as certain. */
export function strongest(findings: readonly Finding[]): readonly Finding[] {
  const each = [...new Map(findings.map((finding) => [finding.rule, finding])).values()];
  return SEVERITIES.flatMap((severity) => each.filter((finding) => finding.severity === severity));
}
