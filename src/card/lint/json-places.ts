import { partsOf, pointerTo } from '../pointer.ts';

/** A place in a text; both count from 1, the column in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The members that are looked for, by the names on the way to them. */
interface Wanted {
  readonly pointers: string[];
  readonly members: Map<string, Wanted>;
}

/**
 * Finds where in a JSON text the values of pointers stand; one that leads to nothing gets the place of the nearest value
 * around it. Of members that are there twice the last counts, as for `JSON.parse`. The text has to be JSON, and not
 * nested deeper than a stack can take.
 */
export function findPlaces(text: string, pointers: Iterable<string>): ReadonlyMap<string, TextPlace> {
  const wanted = trieOf(pointers);
  const offsets = new Map<string, number>();
  const seek = (node: Wanted, at: number): void => {
    for (const pointer of everyPointer(node)) offsets.set(pointer, at);
  };
  new JsonWalk(text, {
    value: (node: Wanted | undefined, at) => node && seek(node, at),
    member: (node, name) => node?.members.get(name),
  }).run(wanted);
  const starts = lineStarts(text);
  return new Map([...offsets].map(([pointer, at]) => [pointer, placeAt(starts, at)]));
}

/** Members that an object has twice, by pointer, each with the place of the second one. */
export function findDuplicates(text: string): ReadonlyMap<string, TextPlace> {
  const duplicates = new Map<string, number>();
  const seen = new Map<readonly string[], Set<string>>();
  new JsonWalk<readonly string[]>(text, {
    value: () => undefined,
    member: (path, name, at, inList) => {
      const own = [...(path ?? []), name];
      if (inList) return own;
      const names = seen.get(path ?? NOTHING) ?? new Set();
      seen.set(path ?? NOTHING, names);
      if (names.has(name)) duplicates.set(pointerTo(own), at);
      names.add(name);
      return own;
    },
  }).run(NOTHING);
  if (duplicates.size === 0) return new Map();
  const starts = lineStarts(text);
  return new Map([...duplicates].map(([pointer, at]) => [pointer, placeAt(starts, at)]));
}

const NOTHING: readonly string[] = [];

/** Told of each value and member on a walk; what `member` returns goes along into its value. */
interface Visitor<T> {
  readonly value: (node: T | undefined, at: number) => void;
  readonly member: (node: T | undefined, name: string, at: number, inList: boolean) => T | undefined;
}

/** Walks through a JSON text in order. */
class JsonWalk<T> {
  readonly #text: string;
  readonly #visitor: Visitor<T>;
  #at = 0;

  constructor(text: string, visitor: Visitor<T>) {
    this.#text = text;
    this.#visitor = visitor;
  }

  run(node: T): void {
    if (this.#text.startsWith('\uFEFF')) this.#at = 1;
    this.#value(node);
  }

  #value(node: T | undefined): void {
    this.#skipSpace();
    this.#visitor.value(node, this.#at);
    const char = this.#text[this.#at];
    if (char === '{') this.#members(node);
    else if (char === '[') this.#elements(node);
    else if (char === '"') this.#string();
    else while (this.#at < this.#text.length && !',]} \t\r\n'.includes(this.#text[this.#at] as string)) this.#at++;
  }

  #members(node: T | undefined): void {
    do {
      this.#at++;
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') break;
      const at = this.#at;
      const name = this.#string();
      this.#skipSpace();
      this.#at++;
      this.#value(this.#visitor.member(node, name, at, false));
      this.#skipSpace();
    } while (this.#text[this.#at] === ',');
    this.#at++;
  }

  #elements(node: T | undefined): void {
    let index = 0;
    do {
      this.#at++;
      this.#skipSpace();
      if (this.#text[this.#at] === ']' || this.#at >= this.#text.length) break;
      this.#value(this.#visitor.member(node, String(index++), this.#at, true));
      this.#skipSpace();
    } while (this.#text[this.#at] === ',');
    this.#at++;
  }

  #string(): string {
    const start = this.#at;
    let escaped = false;
    for (this.#at++; this.#at < this.#text.length && this.#text[this.#at] !== '"'; this.#at++) {
      if (this.#text[this.#at] !== '\\') continue;
      escaped = true;
      this.#at++;
    }
    this.#at++;
    const raw = this.#text.slice(start, this.#at);
    return escaped ? String(JSON.parse(raw)) : raw.slice(1, -1);
  }

  #skipSpace(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '.')) this.#at++;
  }
}

function trieOf(pointers: Iterable<string>): Wanted {
  const top: Wanted = { pointers: [], members: new Map() };
  for (const pointer of pointers) {
    let node = top;
    for (const part of partsOf(pointer)) {
      const next = node.members.get(part) ?? { pointers: [], members: new Map() };
      node.members.set(part, next);
      node = next;
    }
    node.pointers.push(pointer);
  }
  return top;
}

function* everyPointer(node: Wanted): Iterable<string> {
  yield* node.pointers;
  for (const member of node.members.values()) yield* everyPointer(member);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function placeAt(starts: readonly number[], at: number): TextPlace {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: at - (starts[low] as number) + 1 };
}
