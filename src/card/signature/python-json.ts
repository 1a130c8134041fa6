/**
 * JSON as Python's own writer puts it, names in order and without spaces: everything beyond ASCII escaped, and where
 * `floats` is set every number as a float, since the numbers of a protocol buffer's struct are.
 */
export function pythonJson(value: unknown, floats: boolean): string {
  if (Array.isArray(value)) return `[${value.map((one) => pythonJson(one, floats)).join(',')}]`;
  if (typeof value === 'number') return floats ? pythonFloat(value) : String(value);
  if (typeof value === 'string') return asciiString(value);
  if (typeof value !== 'object' || value === null) return String(value ?? null);
  const entries = Object.entries(value).sort(([a], [b]) => byCodePoint(a, b));
  return `{${entries.map(([name, one]) => `${asciiString(name)}:${pythonJson(one, floats)}`).join(',')}}`;
}

function asciiString(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Both languages write the shortest digits that read back as the same number; they place the point differently. */
function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : value < 0 ? '-Infinity' : 'NaN';
  const [digits = '0', power = '0'] = value.toExponential().split('e', 2);
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const fixed = value.toFixed(Math.max(0, digits.replace(/[-.]/g, '').length - 1 - exponent));
  return `${Object.is(value, -0) ? '-0' : fixed}${fixed.includes('.') ? '' : '.0'}`;
}

/** JavaScript compares by UTF-16 units, which puts the astral planes before the end of the basic one. */
function byCodePoint(a: string, b: string): number {
  const [one, other] = [[...a], [...b]];
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const difference = (one[at]?.codePointAt(0) ?? 0) - (other[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
