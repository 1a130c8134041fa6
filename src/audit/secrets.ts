const MASK = '•••';

/** Headers that say nothing in confidence; of all others only the name is shown. */
const SHOWN: ReadonlySet<string> = new Set([
  'accept',
  'allow',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'retry-after',
  'server',
  'transfer-encoding',
  'vary',
  'a2a-extensions',
  'a2a-version',
  'x-a2a-extensions',
]);

/** Takes credentials out of what is shown: by the name of their header, and by their value wherever it turns up. */
export class Secrets {
  readonly #values: readonly string[];

  /** @param headers those that the user gave, whose values are secrets */
  constructor(headers: readonly Readonly<Record<string, string>>[]) {
    const values = headers.flatMap((each) => Object.values(each)).flatMap((value) => [value, ...value.split(' ')]);
    // What is that short turns up everywhere, and protects nothing.
    this.#values = [...new Set(values)].filter((value) => value.length >= 6).sort((a, b) => b.length - a.length);
  }

  headers(given: Readonly<Record<string, string | readonly string[] | undefined>>): Readonly<Record<string, string>> {
    const shown: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const lower = name.toLowerCase();
      shown[lower] = SHOWN.has(lower) ? this.text(typeof value === 'string' ? value : value.join(', ')) : MASK;
    }
    return shown;
  }

  text(given: string): string {
    return this.#values.reduce((text, value) => text.replaceAll(value, MASK), given);
  }
}
