import { urlsWithoutSecrets } from './without-secrets.ts';

const MASK = '•••';

/** What is shorter than this turns up everywhere, and to mask it protects nothing. */
const LEAST = 6;

/** So much of a credential is worth hiding where a text was cut off in the middle of it. */
const LEAST_BEGIN = 4;

/** What lies deeper than this nobody reads. */
const DEEPEST = 200;

/** Where a text was cut off. */
const CUT = /(…|\.\.\.)/;

/** Members are named by single words that nobody made up; what is longer may be anything. */
const MEMBER = /^[A-Za-z]{1,23}$/;

/** Headers that say nothing in confidence; of all others only the name is shown. */
const SHOWN: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'allow',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'retry-after',
  'server',
  'transfer-encoding',
  'user-agent',
  'vary',
  'a2a-extensions',
  'a2a-version',
  'x-a2a-extensions',
]);

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Takes credentials out of what is shown: by the name of their header, by their value wherever it turns up, and out of
 * every URL, whoever has put them there.
 */
export class Secrets {
  /** In small letters, as they are and as they begin in JSON. */
  readonly #begins: readonly string[];
  readonly #pattern: RegExp | undefined;

  /** @param headers those that the user gave, whose values are secrets */
  constructor(headers: readonly Headers[]) {
    const values = headers
      .flatMap((each) => Object.entries(each))
      .flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => secretsIn(name.toLowerCase(), one)))
      // Base64 is as good without its padding.
      .flatMap((value) => [value, value.replace(/=+$/, '')])
      .filter((value) => value.length >= LEAST);
    const own = [...new Set(values)].sort((a, b) => b.length - a.length);
    const begins = own.flatMap((value) => [value, inJson(value), value.replaceAll('/', '\\/')]);
    this.#begins = [...new Set(begins.map((value) => value.toLowerCase()))];
    if (own.length > 0) this.#pattern = new RegExp(own.map(anyWriting).join('|'), 'gi');
  }

  headers(given: Headers): Readonly<Record<string, string>> {
    const shown: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const lower = name.toLowerCase();
      shown[this.text(lower)] = SHOWN.has(lower)
        ? this.text(typeof value === 'string' ? value : value.join(', '))
        : MASK;
    }
    return shown;
  }

  /** @param cut whether the text breaks off at its end, as it does at each `…` */
  text(given: string, { cut = false }: { readonly cut?: boolean } = {}): string {
    const plain = urlsWithoutSecrets(given);
    if (this.#pattern === undefined) return plain;
    const pieces = plain.replace(this.#pattern, MASK).split(CUT);
    // Every other one is where it was cut.
    const isCut = (at: number): boolean => at % 2 === 0 && (cut || at + 1 < pieces.length);
    return pieces.map((piece, at) => (isCut(at) ? this.#withoutBegin(piece) : piece)).join('');
  }

  /**
   * The same value with each text in it masked, however deep it lies.
   *
   * @param isOurs whether what is below a member is in words of our own, and stays as it is
   */
  within<T>(given: T, isOurs: (member: string, value: unknown) => boolean = () => false): T {
    return this.#within(given, isOurs, DEEPEST) as T;
  }

  #within(given: unknown, isOurs: (member: string, value: unknown) => boolean, depth: number): unknown {
    if (typeof given === 'string') return this.text(given);
    if (Array.isArray(given)) return depth === 0 ? MASK : given.map((one) => this.#within(one, isOurs, depth - 1));
    if (!isPlain(given)) return given;
    if (depth === 0) return MASK;
    const members = Object.entries(given).map(([name, value]): [string, unknown] =>
      isOurs(name, value) ? [name, value] : [this.#member(name), this.#within(value, isOurs, depth - 1)],
    );
    return Object.fromEntries(members);
  }

  #member(name: string): string {
    return MEMBER.test(name) ? name : this.text(name);
  }

  /** The text without the begin of a secret at its very end. */
  #withoutBegin(text: string): string {
    for (const value of this.#begins) {
      const end = text.slice(-value.length);
      const small = end.toLowerCase();
      const least = value.slice(0, LEAST_BEGIN);
      // Small letters may be of another length than large ones, which no credential has.
      for (let at = small.indexOf(least); at !== -1 && small.length === end.length; at = small.indexOf(least, at + 1)) {
        if (value.startsWith(small.slice(at))) return `${text.slice(0, text.length - end.length + at)}${MASK}`;
      }
    }
    return text;
  }
}

function isPlain(given: unknown): given is object {
  return typeof given === 'object' && given !== null && [Object.prototype, null].includes(Object.getPrototypeOf(given));
}

/** What gives the holder of a header away: its value, the words of it, what is assigned in it, and what Basic wraps up. */
function secretsIn(name: string, value: string): readonly string[] {
  if (SHOWN.has(name)) return [];
  const words = value.split(/[\s,;]+/);
  // The scheme is a word of every day, and no secret.
  const scheme = /^(?:proxy-)?authorization$/.test(name) && words.length > 1 ? words.shift() : undefined;
  const assigned = words.map((word) => word.replace(/^[^=]*=/, '').replace(/^"(.*)"$/, '$1'));
  const named = words.every((word) => word.includes('=') && !word.endsWith('='));
  const basic = scheme?.toLowerCase() === 'basic' ? Buffer.from(words[0] ?? '', 'base64').toString('utf8') : '';
  return [value, ...(named ? [] : words), ...assigned, basic, basic.replace(/^[^:]*:/, '')];
}

/** More backslashes than JSON within JSON within JSON needs. */
const BACKSLASHES = '\\\\{1,8}';

/** A pattern of a value as it is written in a text, in JSON however deep and however that escapes it, and in a URL. */
function anyWriting(value: string): string {
  // As they are found: backslashes together, else one character at a time.
  return (value.match(/\\+|[^\\]/gsu) ?? []).map(anyWritingOf).join('');
}

function anyWritingOf(char: string): string {
  if (/^[A-Za-z0-9]$/.test(char)) return char;
  if (char.startsWith('\\')) return `(?:\\\\{${char.length},${8 * char.length}}|(?:%5c){${char.length}})`;
  const units = Array.from({ length: char.length }, (_, at) => char.charCodeAt(at).toString(16).padStart(4, '0'));
  const short = inJson(char).replace(/^\\/, '');
  const writings = [
    escaped(char),
    units.map((unit) => `${BACKSLASHES}u${unit}`).join(''),
    encodeURIComponent(char.toWellFormed()),
    ...(short.length === 1 ? [BACKSLASHES + escaped(short)] : []),
  ];
  return `(?:${[...new Set(writings)].map((one) => (one === char ? escaped(one) : one)).join('|')})`;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
