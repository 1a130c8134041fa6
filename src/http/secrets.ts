import { urlsWithoutSecrets } from './without-secrets.ts';

const MASK = '•••';

/** What is shorter than this turns up everywhere, and to mask it protects nothing. */
const LEAST = 6;

/** So much of a credential is worth hiding where a text was cut off in the middle of it. */
const LEAST_BEGIN = 4;

/** What lies deeper than this nobody reads. */
const DEEPEST = 200;

/** Where a text was cut off. */
const CUT = /…|\.\.\./g;

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
  /** As they are and as they are written in JSON or a URL, the longest first. */
  readonly #values: readonly string[];
  readonly #pattern: RegExp | undefined;

  /** @param headers those that the user gave, whose values are secrets */
  constructor(headers: readonly Headers[]) {
    const values = headers
      .flatMap((each) => Object.entries(each))
      .flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => secretsIn(name.toLowerCase(), one)))
      .filter((value) => value.length >= LEAST)
      .flatMap(writings);
    this.#values = [...new Set(values)].sort((a, b) => b.length - a.length);
    if (values.length > 0) this.#pattern = new RegExp(this.#values.map(escaped).join('|'), 'gi');
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
    let text = plain.replace(this.#pattern, MASK);
    const ends = [...text.matchAll(CUT)].map(({ index }) => index);
    if (cut) ends.push(text.length);
    for (const end of ends.reverse()) text = this.#withoutBegin(text.slice(0, end)) + text.slice(end);
    return text;
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

  /** The name of a member. A single word is one that is expected there, and not what an agent made up. */
  #member(name: string): string {
    return /^[A-Za-z]+$/.test(name) ? name : this.text(name);
  }

  /** The text without the begin of a secret at its very end. */
  #withoutBegin(text: string): string {
    for (const value of this.#values) {
      const least = value.slice(0, LEAST_BEGIN);
      for (let at = Math.max(0, text.length - value.length); ; at++) {
        at = text.indexOf(least, at);
        if (at === -1) break;
        if (value.startsWith(text.slice(at))) return `${text.slice(0, at)}${MASK}`;
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

/** How a value is written in a text, in JSON, in JSON within JSON, and in a URL. */
function writings(value: string): readonly string[] {
  const json = inJson(value);
  return [value, json, inJson(json), encodeURIComponent(value.toWellFormed())];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
