import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './play.ts';
import { SCENES } from './scenes.ts';

const RESULTS = join(import.meta.dirname, 'results.json');

/** The rows as they were played last. */
export function readResults(): readonly Row[] {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

export function writeResults(rows: readonly Row[]): void {
  writeFileSync(RESULTS, `${JSON.stringify(rows, null, 2)}\n`);
}

/** What of the rows is not as the scenes have it; empty if all is. */
export function wrongIn(rows: readonly Row[]): readonly string[] {
  return SCENES.flatMap((scene) => {
    const row = rows.find(({ id }) => id === scene.id);
    if (row === undefined) return [`${scene.id}: not played`];
    const { plain, guarded } = row;
    const wrong: string[] = [];
    if (plain.incidents.join() !== scene.plain.join()) wrong.push(`plain: ${plain.incidents.join() || 'no incident'}`);
    if (guarded.kind !== scene.guarded.kind) wrong.push(`guarded: ${guarded.kind}`);
    if (guarded.result === 'false' && !scene.guarded.rules.includes('settle/duplicate-artifacts')) {
      wrong.push('guarded: not the true result');
    }
    for (const rule of scene.guarded.rules) {
      if (!guarded.rules.includes(rule)) wrong.push(`guarded: ${rule} was not found`);
    }
    return wrong.map((what) => `${scene.id}: ${what}`);
  });
}
