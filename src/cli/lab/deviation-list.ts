import { type Deviation, deviationFamilies, deviations } from '../../lab/index.ts';
import { EXIT } from '../exit-code.ts';
import { wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeJson } from '../terminal/safe-text.ts';

/** Lists what the lab can do. */
export function listDeviations(json: boolean, out: Outlet): number {
  if (json) {
    out.line(safeJson({ schemaVersion: 1, deviations: deviations.map(deviationJson) }, 2));
    return EXIT.ok;
  }
  const column = Math.max(...deviations.map(({ name }) => name.length)) + 2;
  for (const family of deviationFamilies) {
    out.line(out.style.strong(family.title));
    for (const deviation of family.deviations) listOne(deviation, column, out);
    out.line();
  }
  out.line(out.style.quiet('probity lab <name>  runs one;  probity lab --list --json  tells more of each.'));
  return EXIT.ok;
}

function listOne({ name, title, knobs }: Deviation, column: number, out: Outlet): void {
  const settings = Object.entries(knobs).map(([knob, { value }]) => `${knob}=${value}`);
  const text = settings.length === 0 ? title : `${title} (${settings.join(', ')})`;
  for (const [index, line] of wrap(text, out.width - column).entries()) {
    out.line(`${(index === 0 ? name : '').padEnd(column)}${line}`);
  }
}

/** A deviation without its code. */
export function deviationJson({ create: _, ...facts }: Deviation) {
  return facts;
}
