import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SCENARIOS } from '../../src/audit/scenarios/index.ts';
import { DIVERGENCES } from './divergences.ts';
import { FOREIGN_DIVERGENCES } from './foreign-divergences.ts';
import { LIES } from './lies.ts';

const PAGE = new URL('../../docs/auditing.md', import.meta.url);

/** The page on auditing as it is, and as it has to be by what the tests hold the audit to. */
export function auditingPage(): { readonly is: string; readonly shouldBe: string } {
  const is = readFileSync(PAGE, 'utf8');
  return {
    is,
    shouldBe: [
      filled('lies', lies()),
      filled('divergences', divergences()),
      filled('foreign', foreign()),
      filled('scenarios', scenarios()),
    ].reduce((page, fill) => fill(page), is),
  };
}

function filled(name: string, content: string): (page: string) => string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  return (page) => `${page.split(begin)[0]}${begin}\n${content}\n${end}${page.split(end)[1]}`;
}

function lies(): string {
  return table(
    ['#', 'lie', '`probity lab`', 'found as', 'by', 'the kit'],
    LIES.map(({ number, says, deviation, rule, severity, scenarios: by, kit }) => [
      `${number}`,
      says,
      `\`${deviation}\``,
      `${severity} \`${rule}\``,
      by.join(', '),
      kit,
    ]),
  );
}

function divergences(): string {
  return table(
    ['', 'version', 'what the server does', 'found as', 'by'],
    DIVERGENCES.map(({ id, dialect, does, rule, scenario }) => [id, dialect, does, `\`${rule}\``, `\`${scenario}\``]),
  );
}

function foreign(): string {
  return table(
    ['', 'server', 'what it does', 'found as', 'by'],
    FOREIGN_DIVERGENCES.map(({ id, agent, does, rule, scenario }) => [
      id,
      agent,
      does,
      `\`${rule}\``,
      `\`${scenario}\``,
    ]),
  );
}

function scenarios(): string {
  return table(
    ['scenario', 'what it does', 'exercises'],
    SCENARIOS.map(({ id, title, capabilities }) => [`\`${id}\``, title, capabilities.join(', ')]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(PAGE, auditingPage().shouldBe);
