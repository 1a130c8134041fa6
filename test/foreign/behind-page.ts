import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './play.ts';
import { INCIDENTS, type Incident, SCENES } from './scenes.ts';

/** A scene as a plain caller met it, without a gateway between and with one. */
export interface BehindRow {
  readonly id: string;
  readonly before: Row['plain'];
  readonly after: Row['plain'];
  /** What the gateway did of its own. */
  readonly acts: readonly string[];
  /** The rules that it found broken. */
  readonly rules: readonly string[];
}

const RESULTS = join(import.meta.dirname, 'behind.json');
const PAGE = join(import.meta.dirname, '../../docs/gateway-foreign.md');

/** Harms that a gateway can't keep from a plain caller, by scene, and why. */
const LEFT: Readonly<Record<string, { readonly incidents: readonly Incident[]; readonly why: string }>> = {
  'voltagent-left': {
    incidents: ['end-never-told'],
    why: 'the agent stops working for whoever stops listening, and a caller that leaves frees its stream at once. `--opening id-first` keeps the task, but then its id comes with its end.',
  },
  'google-adk-canceled': {
    incidents: ['thrown'],
    why: 'the agent can not cancel. Its error is passed on, and the task goes on as the caller is told.',
  },
  'google-adk-two': {
    incidents: ['wrong-result'],
    why: 'two tasks at a time take one name of artifacts from each other, in the agent itself: no read of it tells the true result. The operator is told which rules that breaks.',
  },
};

/** The rows as they were played last. */
export function readBehind(): readonly BehindRow[] {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

export function writeBehind(rows: readonly BehindRow[]): void {
  writeFileSync(RESULTS, `${JSON.stringify(rows, null, 2)}\n`);
  writeFileSync(PAGE, behindPage(rows));
}

/** What of the rows is not as it has to be: without the gateway the harm that the scene tells of, behind it none. */
export function wrongBehind(rows: readonly BehindRow[]): readonly string[] {
  return SCENES.flatMap(({ id, plain }) => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return [`${id}: not played`];
    const left = LEFT[id]?.incidents ?? [];
    const harm = row.after.incidents.filter((incident) => !left.includes(incident));
    return [
      ...(row.before.incidents.join() === plain.join() ? [] : [`${id}: without it ${row.before.incidents.join()}`]),
      ...harm.map((incident) => `${id}: behind it ${incident}`),
    ];
  });
}

/** The rows as a page. */
export function behindPage(rows: readonly BehindRow[]): string {
  return `${[
    '# Agents that others wrote, behind the gateway',
    '',
    'The servers of [this page](foreign.md), and its plain caller, which knows nothing of Probity: the same work without the gateway',
    'and behind it, at its defaults but for a canceled task, which is watched for 3 s instead of 10 s. `node test/foreign/behind.ts`',
    'plays it and writes this page; `npm run test:foreign` plays it and holds it to these rows.',
    '',
    '| agent | what happens | without the gateway | behind it | what it did | what it found |',
    '|---|---|---|---|---|---|',
    ...rows.map(line),
    '',
    'What is left, and why:',
    '',
    ...Object.entries(LEFT).map(([id, { why }]) => `- ${SCENES.find((scene) => scene.id === id)?.agent}: ${why}`),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

function line({ id, before, after, acts, rules }: BehindRow): string {
  const scene = SCENES.find((one) => one.id === id);
  const ids = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const cells = [scene?.agent ?? '', scene?.title ?? '', told(before), told(after), ids(acts), ids(rules)];
  return `| ${cells.join(' | ')} |`;
}

function told({ state, thrown, incidents }: Row['plain']): string {
  const caught = thrown?.replaceAll('|', '\\|').replace(/[^\x20-\x7e]/g, '�');
  const first = caught === undefined ? `was told ${state ?? 'nothing'}` : `caught “${caught}…”`;
  return [first, ...incidents.map((each) => `**${INCIDENTS[each]}**`)].join('; ');
}
