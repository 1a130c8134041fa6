import fc from 'fast-check';

/** A change to a text: to the JSON in it at some place, or to its bytes. Numbers pick by remainder, so any will do. */
export interface Change {
  readonly how: number;
  readonly where: number;
  readonly what: number;
}

export const change: fc.Arbitrary<Change> = fc.record({
  how: fc.nat(99),
  where: fc.nat(0xffff),
  what: fc.nat(0xffff),
});

/** What may stand anywhere in JSON. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  -1.5e9,
  2 ** 53,
  '',
  'x',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'task',
  'working',
  'TASK_STATE_CANCELLED',
  'ROLE_AGENT',
  '-000001-01-01T00:00:00Z',
  '9'.repeat(3000),
  [],
  {},
  [null],
  [[]],
  { kind: 'task' },
  { text: 1 },
  { kind: 'file', file: 7 },
  { state: 'completed' },
  { error: { code: 'x' } },
  { code: -32001, message: 'no' },
  Array.from({ length: 50 }, () => ({})),
];

const KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'kind',
  'status',
  'task',
  'message',
  'statusUpdate',
  'artifact',
  'parts',
  'content',
  'error',
  'result',
  'jsonrpc',
  'final',
  'id',
  'data',
  'file',
  'text',
  '',
];

type Holder = Record<string, unknown> | unknown[];

/** The text with the changes made. Changes to JSON come first; a text that is none is changed as bytes. */
export function mutate(text: string, changes: readonly Change[]): Buffer {
  const inside = changes.filter(({ how }) => how < 70);
  const changed = inside.length === 0 ? text : mutateJson(text, inside);
  return changes.filter(({ how }) => how >= 70).reduce(mutateBytes, Buffer.from(changed));
}

function mutateJson(text: string, changes: readonly Change[]): string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return text;
  }
  const top = { root };
  let twice = '';
  for (const one of changes) {
    const places = placesIn(top);
    if (places.length === 0) break;
    const [holder, key] = pick(places, one.where);
    if (one.how < 35) put(holder, key, structuredClone(pick(VALUES, one.what)));
    else if (one.how < 47) remove(holder, key);
    else if (one.how < 55) put(holder, Array.isArray(holder) ? key : pick(KEYS, one.what), get(holder, key));
    else if (one.how < 60) put(holder, key, { [pick(KEYS, one.what)]: get(holder, key) });
    else if (one.how < 64) put(holder, key, [get(holder, key), get(holder, key)]);
    else if (one.how < 67) put(holder, key, nested(get(holder, key), one.what % 400));
    else twice = pick(KEYS, one.what);
  }
  const written = JSON.stringify(top.root) ?? '';
  // A key that is there twice cannot be in an object, only in its text.
  return twice === '' ? written : written.replace('{', `{"${twice}":1,"${twice}":2,`);
}

function mutateBytes(bytes: Buffer, { how, where, what }: Change): Buffer {
  if (bytes.length === 0) return Buffer.of(what & 0xff);
  const at = where % bytes.length;
  if (how < 78) return bytes.subarray(0, at);
  if (how < 84) return Buffer.concat([bytes.subarray(0, at), Buffer.of(what & 0xff, what >> 8), bytes.subarray(at)]);
  if (how < 89) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + (what % 40)))]);
  if (how < 93) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - (what % 200)))]);
  if (how < 96) return Buffer.concat([Buffer.from(['\u001e', '\uFEFF', 'data: ', '\n\n'][what % 4] ?? ''), bytes]);
  const flipped = Buffer.from(bytes);
  flipped[at] = what & 0xff;
  return flipped;
}

/** Every place in a value: who holds it, and under which key. */
function placesIn(root: Holder): readonly (readonly [Holder, string])[] {
  const places: [Holder, string][] = [];
  const open: Holder[] = [root];
  for (let holder = open.pop(); holder !== undefined && places.length < 500; holder = open.pop()) {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      const value = get(holder, key);
      if (typeof value === 'object' && value !== null) open.push(value as Holder);
    }
  }
  return places;
}

function get(holder: Holder, key: string): unknown {
  return (holder as Record<string, unknown>)[key];
}

/** By definition, since assigning a member called `__proto__` would not make one. */
function put(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove(holder: Holder, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function nested(value: unknown, depth: number): unknown {
  let outer = value;
  for (let i = 0; i < depth; i++) outer = i % 2 === 0 ? [outer] : { data: outer };
  return outer;
}

function pick<T>(list: readonly T[], by: number): T {
  return list[by % list.length] as T;
}
