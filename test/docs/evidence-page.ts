// Writes docs/evidence.md from the tables in test/evidence: npm run docs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beyondTheTable, divergences, lies, type Row, reports, wireReports } from '../evidence/tables.ts';

const page = join(import.meta.dirname, '../../docs/evidence.md');

/** The tables of evidence as a page. */
export function evidencePage(): string {
  return [
    '# Evidence',
    '',
    'Generated from the tables in `test/evidence` by `npm run docs`. What is known to go wrong with agents, and the rule by',
    'which it is found. Tests hold every row to it: recordings of real agents go through codec and monitor, each report is',
    'done over again, and each lie is told by an agent of the lab to a prober that does not know which one it is.',
    '',
    '## What real agents were seen to do',
    '',
    ...table(
      ['id', 'agent', 'what is said', 'what is done', 'found by'],
      divergences.map((row) => [row.id, row.peer, row.claim, row.seen, found(row, unrecordedIn(row))]),
    ),
    '## What the same recordings show besides',
    '',
    'Everything else that is certain in any of the recordings. None of it is a false alarm.',
    '',
    ...table(
      ['found by', 'recordings', 'what it is'],
      beyondTheTable.map(({ rule, traces, why }) => [code(rule), traces.join(', '), why]),
    ),
    '## What was reported in public',
    '',
    ...table(
      ['id', 'A2A', 'what happens', 'found by'],
      reports.map((row) => [`[${row.id}](${row.source})`, row.dialect, row.seen, found(row)]),
    ),
    'And what was reported since, told as traffic: in `test/evidence/wire`, for `probity judge` to read, often beside traffic',
    'that is nearly the same and allowed.',
    '',
    ...table(
      ['id', 'A2A', 'what happens', 'found by'],
      wireReports.map((row) => [`[${row.id}](${row.source})`, row.dialect, row.seen, found(row)]),
    ),
    '## Lies about the lifecycle',
    '',
    'A lie that the text allows, or leaves open, is told as a warning at most.',
    '',
    ...table(
      ['#', 'lie', 'told in the lab by', 'at most', 'found by'],
      lies.map((row) => [String(row.id), row.lie, code(row.deviation), row.atMost, found(row)]),
    ),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function found({ rules = [], cardRules = [], notVisible, note }: Row, more = ''): string {
  const ids = [...rules, ...cardRules].map(code).join(', ');
  const why = notVisible === undefined ? '' : `not visible here: ${notVisible}`;
  return [ids, why, note, more].filter((text) => text).join('; ');
}

function unrecordedIn({ unrecorded = {} }: (typeof divergences)[number]): string {
  return Object.entries(unrecorded)
    .map(([rule, { why }]) => `${code(rule)} not in the recording: ${why}`)
    .join('; ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

if (import.meta.main) writeFileSync(page, evidencePage());
