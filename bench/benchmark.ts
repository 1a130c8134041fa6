/** One figure that was measured. `target` is what it should reach, `ok` whether it did. */
export interface BenchmarkRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: number;
  readonly ok?: boolean;
}

/** What a `*.bench.ts` beside this file exports. */
export interface Benchmark {
  readonly name: string;
  readonly run: () => readonly BenchmarkRow[] | Promise<readonly BenchmarkRow[]>;
}

/** Sets rows one below the other, with a mark at each figure that has a target. */
export function formatRows(rows: readonly BenchmarkRow[]): string {
  const cells = rows.map((row) => [row.name, formatValue(row.value), row.unit, formatTarget(row)]);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map(([name = '', value = '', unit = '', target = '']) => {
    const [nameWidth = 0, valueWidth = 0, unitWidth = 0] = widths;
    return `  ${name.padEnd(nameWidth)}  ${value.padStart(valueWidth)} ${unit.padEnd(unitWidth)}  ${target}`.trimEnd();
  });
  return lines.join('\n');
}

function formatValue(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: Math.abs(value) < 1000 ? 3 : 21 });
}

function formatTarget({ target, ok }: BenchmarkRow): string {
  const mark = ok === undefined ? '' : ok ? '✔' : '✖ missed';
  return target === undefined ? mark : `${mark} (target ${formatValue(target)})`.trimStart();
}
