/** How deep JSON from a peer may be nested. What re-serialises or hashes it later recurses, and a stack is finite. */
export const MAX_DEPTH = 256;

/** What `JSON.parse` takes without a word and a careful reader must not. */
export interface ScanFlaw {
  readonly kind: 'depth' | 'duplicate-key';
  /** The key that is there twice. */
  readonly key: string;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Objects with more keys than this are checked by a set; below it comparing is faster and allocates nothing. */
const FEW_KEYS = 24;

/** Begin and end of the keys of all open objects, those of the innermost last. Scanning is synchronous, so one will do. */
const starts: number[] = [];
const ends: number[] = [];
/** Where the keys of the object at each depth begin. */
const bases = new Int32Array(MAX_DEPTH + 1);
const sets: (Set<string> | undefined)[] = [];

/**
 * Looks over JSON text before it is parsed: nesting beyond {@link MAX_DEPTH}, and a key that an object has twice, of
 * which another reader of the same bytes may take the other one. Costs a third of the parse. Text that is no JSON may
 * get any answer.
 */
export function scanJson(text: string): ScanFlaw | undefined {
  let depth = 0;
  let keys = 0;
  let flaw: ScanFlaw | undefined;
  let slash = nextEscape(text, 0);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      let end = text.indexOf('"', at + 1);
      if (slash < at) slash = nextEscape(text, at);
      const escaped = slash < end;
      if (escaped) end = escapedStringEnd(text, slash);
      if (end === -1) break;
      if (isKey(text, end)) {
        if (flaw === undefined && isKnown(text, at + 1, end, escaped, depth, keys)) {
          flaw = { kind: 'duplicate-key', key: keyText(text, at + 1, end) };
        }
        starts[keys] = at + 1;
        ends[keys] = end;
        keys++;
      }
      at = end;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (++depth > MAX_DEPTH) {
        flaw = { kind: 'depth', key: '' };
        break;
      }
      bases[depth] = keys;
      sets[depth] = undefined;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (depth === 0) break;
      keys = bases[depth] as number;
      depth--;
    }
  }
  sets.length = 0;
  if (starts.length > 1024) starts.length = ends.length = 0;
  return flaw;
}

/** The place of the first backslash from `at` on, or infinity. */
function nextEscape(text: string, at: number): number {
  const found = text.indexOf('\\', at);
  return found === -1 ? Number.POSITIVE_INFINITY : found;
}

/** The place of the quote that ends the string whose first backslash is at `slash`; -1 if none does. */
function escapedStringEnd(text: string, slash: number): number {
  for (let at = slash; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return -1;
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  let code = text.charCodeAt(at);
  while (code === 0x20 || (code >= 0x09 && code <= 0x0d)) code = text.charCodeAt(++at);
  return code === COLON;
}

function isKnown(text: string, start: number, end: number, escaped: boolean, depth: number, keys: number): boolean {
  const base = bases[depth] as number;
  if (escaped || sets[depth] !== undefined || keys - base >= FEW_KEYS) return isInSet(text, start, end, depth, keys);
  const first = text.charCodeAt(start);
  for (let i = base; i < keys; i++) {
    const from = starts[i] as number;
    if ((ends[i] as number) - from !== end - start || text.charCodeAt(from) !== first) continue;
    if (sameText(text, from, start, end - start)) return true;
  }
  return false;
}

function isInSet(text: string, start: number, end: number, depth: number, keys: number): boolean {
  let set = sets[depth];
  if (set === undefined) {
    set = new Set();
    for (let i = bases[depth] as number; i < keys; i++) set.add(keyText(text, starts[i] as number, ends[i] as number));
    sets[depth] = set;
  }
  const key = keyText(text, start, end);
  if (set.has(key)) return true;
  set.add(key);
  return false;
}

function sameText(text: string, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (text.charCodeAt(a + i) !== text.charCodeAt(b + i)) return false;
  return true;
}

/** A key as its object will have it. */
function keyText(text: string, start: number, end: number): string {
  const raw = text.slice(start, end);
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
