// Writes docs/lab-catalogue.md from the lab's own data: npm run docs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Deviation, deviationFamilies, deviations } from '../../src/lab/index.ts';

const page = join(import.meta.dirname, '../../docs/lab-catalogue.md');

/** All that the lab can do, as a page. */
export function labCatalogue(): string {
  const awkward = deviations.filter(({ kind }) => kind === 'awkward').length;
  const deviating = deviations.filter(({ kind }) => kind === 'deviation').length;
  return [
    '# What the lab can do',
    '',
    'Generated from the lab itself by `npm run docs`; [lab.md](lab.md) says how to use it. Tests show each to a caller who',
    'believes what it is told, and hold Probity to the right end.',
    '',
    `${deviating} deviations, and ${awkward} agents that are hard to bear and break no rule.`,
    '',
    ...deviationFamilies.flatMap(({ title, deviations: family }) => [`## ${title}`, '', ...family.flatMap(entry)]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function entry({ name, title, shows, rules, gravity, dialects, bindings, knobs }: Deviation): readonly string[] {
  const where = [
    ...(dialects.length === 3 ? [] : [`A2A ${dialects.join(' and ')}`]),
    ...(bindings.length === 2 ? [] : [bindings.join(' and ')]),
  ];
  const facts = [
    ...(where.length === 0 ? [] : [`only in ${where.join(', ')}`]),
    ...(gravity === 'warning' ? ['a warning at most'] : []),
    ...Object.entries(knobs).map(([knob, { title: what, value }]) => `\`${knob}\`: ${what} (${value})`),
  ];
  return [
    `**\`${name}\`** ${title}.`,
    `${shows.charAt(0).toUpperCase()}${shows.slice(1)}.`,
    ...(rules.length === 0
      ? []
      : [`Found by ${rules.map((rule) => `[\`${rule}\`](rules.md#${anchor(rule)})`).join(', ')}.`]),
    ...(facts.length === 0 ? [] : [`${facts.join('; ')}.`.replace(/^./, (first) => first.toUpperCase())]),
    '',
  ];
}

/** As GitHub makes it of a heading that is the rule's id. */
function anchor(rule: string): string {
  return rule.replace('/', '');
}

if (import.meta.main) writeFileSync(page, labCatalogue());
