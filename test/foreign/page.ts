import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './play.ts';
import { INCIDENTS, SCENES } from './scenes.ts';

const PAGE = join(import.meta.dirname, '../../docs/foreign.md');

const VERSIONS = { voltagent: '@voltagent/a2a-server 2.0.3', 'google-adk': '@google/adk 2.0.0' } as const;

/** What came of the scenes, as a page. */
export function foreignPage(rows: readonly Row[]): string {
  return `${[
    '# Agents that others wrote',
    '',
    `Two servers from npm, ${VERSIONS.voltagent} and ${VERSIONS['google-adk']}, with a model that says fixed words. Each gets`,
    "the same work twice: from a plain caller, written as a user of the official SDK's client (0.3.14) would, and guarded.",
    'The guard keeps its defaults, but for a canceled task it watches 3 s instead of 10 s; it learns from one scene to the next.',
    'Nothing of either server is changed, and no name but that of the machine can be looked up by it.',
    '',
    '`npm run demo:foreign` plays it and writes this page; `npm run test:foreign` plays it and holds each row to it.',
    '',
    '| agent | what happens | plain caller | guarded | found by |',
    '|---|---|---|---|---|',
    ...rows.map(line),
    '',
    "VoltAgent puts a control character before each event, which the SDK's client cannot read: in the first row it keeps",
    'that client from its task. In the other rows of VoltAgent the plain caller takes these characters out.',
    '',
    'ADK names artifacts so that two tasks at a time take one name from each other, and what the longer one holds in the end',
    'is its result behind a piece of it. No caller can tell the true one by itself; a guarded one is told what is wrong with it.',
  ].join('\n')}\n`;
}

/** Writes the page. */
export function writePage(rows: readonly Row[]): void {
  if (!existsSync(join(PAGE, '..'))) throw new Error('There is no folder for the page.');
  writeFileSync(PAGE, foreignPage(rows));
}

function line({ id, plain, guarded }: Row): string {
  const scene = SCENES.find((one) => one.id === id);
  const cells = [
    scene?.agent ?? '',
    scene?.title ?? '',
    [told(plain), ...plain.incidents.map((each) => `**${INCIDENTS[each]}**`)].join('; '),
    `\`${guarded.kind}\`${guarded.confirmed === false ? ', not confirmed' : ''}`,
    guarded.rules.map((rule) => `\`${rule}\``).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function told({ state, thrown }: Row['plain']): string {
  if (thrown === null) return `was told ${state ?? 'nothing'}`;
  return `caught “${thrown.replaceAll('|', '\\|').replace(/[^\x20-\x7e]/g, '�')}…”`;
}
