import { wrap } from '../terminal/layout.ts';
import type { Style } from '../terminal/style.ts';

/** A line of a cell. */
export interface CellLine {
  readonly text: string;
  readonly tone?: keyof Style;
}

interface Column {
  readonly title: string;
  readonly width: number;
}

const AGENT_WIDTH = 22;
const WIDEST = 100;

/** A column for the agents and one for each caller, within a width. */
export function columnsFor(titles: readonly string[], width: number): readonly Column[] {
  const each = Math.floor((Math.min(width, WIDEST) - AGENT_WIDTH) / Math.max(1, titles.length)) - 2;
  return [{ title: 'agent', width: AGENT_WIDTH }, ...titles.map((title) => ({ title, width: each }))];
}

/** A table of cells that hold several lines each: one row below the other, a rule between them. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly (readonly CellLine[])[])[],
  style: Style,
): readonly string[] {
  const rule = style.quiet(columns.map(({ width }) => '─'.repeat(width)).join('  '));
  const titles = columns.map(({ title }): readonly CellLine[] => [{ text: title, tone: 'strong' }]);
  return [
    ...rowLines(columns, titles, style),
    rule,
    ...rows.flatMap((row) => [...rowLines(columns, row, style), rule]),
  ].map((line) => line.trimEnd());
}

function rowLines(columns: readonly Column[], row: readonly (readonly CellLine[])[], style: Style): readonly string[] {
  const cells = columns.map(({ width }, index) => (row[index] ?? []).flatMap((line) => broken(line, width)));
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, index) => {
        const { text, tone } = cell[line] ?? { text: '' };
        const padding = ' '.repeat(Math.max(0, (columns[index]?.width ?? 0) - text.length));
        return (tone === undefined ? text : style[tone](text)) + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

function broken({ text, tone }: CellLine, width: number): readonly CellLine[] {
  const lines = wrap(text, width).flatMap((line) => cut(line, width));
  return lines.map((line) => ({ text: line, ...(tone === undefined ? {} : { tone }) }));
}

/** Ids of rules may be longer than a column: they are cut behind a stroke where they have one. */
function cut(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const stroke = Math.max(line.lastIndexOf('-', width - 1), line.lastIndexOf('/', width - 1));
  const at = stroke > 0 ? stroke + 1 : width;
  return [line.slice(0, at), ...cut(line.slice(at), width)];
}
