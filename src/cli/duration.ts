import { InvalidArgumentError } from 'commander';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest that a timer can run, in ms. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Reads a duration such as `500ms`, `2s`, `1.5m` or `1h`.
 *
 * @returns milliseconds
 * @throws InvalidArgumentError saying what it takes; commander adds which option it is about
 */
export function parseDuration(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = UNIT_MS[unit.toLowerCase()];
  if (number === undefined)
    throw new InvalidArgumentError('It takes a number and a unit, such as 500ms, 2s, 10m or 1h.');
  if (factor === undefined) throw new InvalidArgumentError(`It takes a unit: ms, s, m or h. Did you mean ${number}s?`);
  const ms = Math.round(Number(number) * factor);
  if (ms > LONGEST_MS) throw new InvalidArgumentError('It can be 24 days at most.');
  return ms;
}

/** A duration for people: `420 ms`, `4.2 s`, `42 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}
