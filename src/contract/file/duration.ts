const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What a duration looks like in a file. */
export const DURATION_PATTERN = '^\\d+(\\.\\d+)?(ms|s|m|h|d)$';

/** The ms of a duration such as `30s` or `1.5h` that fits the pattern. */
export function durationMs(text: string): number {
  const [, number = '0', unit = 'ms'] = /^([\d.]+)([a-z]+)$/.exec(text) ?? [];
  return Math.round(Number(number) * (UNIT_MS[unit] ?? 1));
}

/** A duration in its largest whole unit, as it would stand in a file. */
export function durationText(ms: number): string {
  const [unit = 'ms', size = 1] =
    Object.entries(UNIT_MS)
      .reverse()
      .find(([, each]) => ms >= each && ms % each === 0) ?? [];
  return `${ms / size}${unit}`;
}
