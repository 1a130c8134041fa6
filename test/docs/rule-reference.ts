// Writes docs/rules.md from the catalogue: npm run docs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVERY_RULE, familiesOf, familyOf } from '../../src/catalogue/catalogue.ts';
import { basisWords } from '../../src/cli/explain/basis-words.ts';
import type { RuleFacts } from '../../src/lifecycle/rule.ts';
import { DIALECTS } from '../../src/protocol/operation.ts';

const page = join(import.meta.dirname, '../../docs/rules.md');

/** The rule reference as a page. */
export function ruleReference(): string {
  const families = familiesOf(EVERY_RULE);
  return [
    '# Rules',
    '',
    `Generated from the catalogue by \`npm run docs\`; ${EVERY_RULE.length} rules. \`probity explain <rule>\` shows one of them.`,
    '',
    'An **error** rests on a MUST of the dialect that the agent speaks, on a contradiction of the agent with itself, or on an',
    'invariant of ours. What is only *suspected*, because it rests on a time bound or on reads that may be stale, is told as a',
    'warning at most until it is confirmed.',
    '',
    ...families.map((family) => `- [${family}](#${family})`),
    '',
    ...families.flatMap((family) => [
      `## ${family}`,
      '',
      ...EVERY_RULE.filter((rule) => familyOf(rule.id) === family).flatMap((rule) => entry(rule)),
    ]),
  ].join('\n');
}

function entry(rule: RuleFacts): readonly string[] {
  const dialects = DIALECTS.flatMap((dialect) => {
    const own = rule.perDialect?.[dialect];
    if (own === undefined) return [];
    const basis = own.basis === undefined ? '' : `; ${basisWords(own.basis)}`;
    return [`- in ${dialect}: ${own.severity ?? rule.severity}${basis}`];
  });
  return [
    `### ${rule.id}`,
    '',
    `**${rule.title}.** ${rule.severity}, ${rule.certainty === 'either' ? 'certain or suspected' : rule.certainty}${
      rule.claim === undefined ? '' : `, claim \`${rule.claim}\``
    }.`,
    '',
    `- basis: ${basisWords(rule.basis)}`,
    ...dialects,
    '',
    `${rule.why}`,
    '',
    `*For the vendor:* ${rule.remedy}`,
    '',
  ];
}

if (import.meta.main) writeFileSync(page, ruleReference());
