import { EVERY_RULE, factsOfRule, familiesOf, familyOf } from '../../catalogue/catalogue.ts';
import type { Basis } from '../../lifecycle/finding.ts';
import type { RuleFacts } from '../../lifecycle/rule.ts';
import { didYouMean } from '../../options/did-you-mean.ts';
import { EXIT } from '../exit-code.ts';
import { labelled, wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeJson } from '../terminal/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { basisWords } from './basis-words.ts';
import type { ExplainRequest } from './request.ts';

const TONE = { error: 'bad', warning: 'careful', note: 'quiet' } as const;

/**
 * Explains one rule, or lists a family or all of them.
 *
 * @throws UsageError if nothing has that name
 */
export async function runExplain(request: ExplainRequest, out: Outlet): Promise<number> {
  const one = request.rule === undefined ? undefined : factsOfRule(request.rule);
  const listed = one === undefined ? rulesOf(request.rule) : [one];
  if (request.json) out.line(safeJson(jsonOf(one, listed), 2));
  else if (one === undefined) list(listed, out);
  else explain(one, out);
  return EXIT.ok;
}

function rulesOf(family: string | undefined): readonly RuleFacts[] {
  if (family === undefined) return EVERY_RULE;
  const rules = EVERY_RULE.filter(({ id }) => familyOf(id) === family.replace(/\/$/, ''));
  if (rules.length > 0) return rules;
  const hint = didYouMean(family, [...EVERY_RULE.map(({ id }) => id), ...familiesOf(EVERY_RULE)]);
  throw new UsageError(`There is no rule named ${family}.${hint || ' probity explain --list shows all.'}`);
}

function list(rules: readonly RuleFacts[], out: Outlet): void {
  const column = Math.max(...rules.map(({ id }) => id.length)) + 2;
  for (const [index, family] of familiesOf(rules).entries()) {
    if (index > 0) out.line();
    out.line(out.style.strong(family));
    for (const rule of rules.filter(({ id }) => familyOf(id) === family)) {
      const lines = wrap(rule.title, out.width - column - 11);
      for (const [nth, line] of lines.entries()) {
        const name = (nth === 0 ? rule.id : '').padEnd(column);
        const severity = nth === 0 ? out.style[TONE[rule.severity]](rule.severity.padEnd(9)) : ' '.repeat(9);
        out.line(`  ${name}${severity}${line}`);
      }
    }
  }
}

function explain(rule: RuleFacts, out: Outlet): void {
  const { style, width } = out;
  const certainty = rule.certainty === 'either' ? 'certain or suspected, by what was seen' : rule.certainty;
  out.line(`${style.strong(rule.id)}  ${style[TONE[rule.severity]](rule.severity)}${style.quiet(`, ${certainty}`)}`);
  out.line(rule.title);
  out.line();
  const rows: [string, string][] = [
    ['claim', rule.claim === undefined ? 'none' : `${rule.claim}  (what breaking it shows to be false)`],
    ['basis', basisWords(rule.basis)],
    ...dialectRows(rule),
    ['applies', appliesWords(rule)],
  ];
  for (const line of labelled(rows, { indent: '  ', width, label: style.quiet })) out.line(line);
  for (const [title, text] of [
    ['What it costs the caller', rule.why],
    [familyOf(rule.id) === 'contract' ? 'What can be done' : 'What the vendor has to change', rule.remedy],
  ] as const) {
    out.line();
    out.line(style.strong(title));
    for (const line of wrap(text, width - 2)) out.line(`  ${line}`);
  }
}

function dialectRows({ perDialect = {}, severity }: RuleFacts): [string, string][] {
  const entries = Object.entries(perDialect) as [string, { severity?: string; basis?: Basis }][];
  return entries.map(([dialect, own]) => {
    const parts = [own.severity ?? severity, ...(own.basis === undefined ? [] : [basisWords(own.basis)])];
    return [`in ${dialect}`, parts.join('; ')];
  });
}

function appliesWords({ appliesTo = {}, perBinding = {} }: RuleFacts): string {
  const { dialects = ['0.2', '0.3', '1.0'], bindings } = appliesTo;
  const lesser = Object.entries(perBinding).map(([binding, severity]) => `; over ${binding} at most a ${severity}`);
  return `A2A ${dialects.join(', ')}${bindings === undefined ? ', any binding' : ` over ${bindings.join(', ')}`}${lesser.join('')}`;
}

function jsonOf(one: RuleFacts | undefined, listed: readonly RuleFacts[]): unknown {
  if (one !== undefined) return { schemaVersion: 1, rule: one };
  return { schemaVersion: 1, rules: listed };
}
