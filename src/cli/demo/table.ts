import { wrap } from '../terminal/layout.ts';
import type { Style } from '../terminal/style.ts';

/** A line of a cell. */
export interface CellLine {
  readonly text: string;
  readonly tone?: keyof Style;
}

export interface Column {
  readonly title: string;
  readonly width: number;
}

/** A table of cells that hold several lines each: one row below the other, a rule between them. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly (readonly CellLine[])[])[],
  style: Style,
): readonly string[] {
  const rule = style.quiet(columns.map(({ width }) => '─'.repeat(width)).join('  '));
  const head = columns.map(({ title, width }) => style.strong(title.padEnd(width))).join('  ');
  return [head, rule, ...rows.flatMap((row) => [...rowLines(columns, row, style), rule])].map((line) => line.trimEnd());
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
  return wrap(text, width).map((line) => ({ text: line, ...(tone === undefined ? {} : { tone }) }));
}
