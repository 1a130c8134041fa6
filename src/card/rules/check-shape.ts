import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { Member, Shape } from '../card-shape.ts';
import { pointerTo } from '../pointer.ts';

type Path = readonly (string | number)[];

/** Where an object departs from its shape. */
export interface ShapeFault {
  readonly kind: 'missing' | 'type' | 'empty';
  readonly path: Path;
  readonly pointer: string;
  /** The rest of a sentence that starts with the name of the member. */
  readonly what: string;
}

/** Compares an object with a shape; members that the shape doesn't know are nobody's business (§5.7). */
export function* checkShape(value: JsonObject, shape: Shape, path: Path = []): Iterable<ShapeFault> {
  for (const [name, member] of Object.entries(shape)) {
    const own = [...path, name];
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given === undefined || given === null) {
      if (member.presence === 'required') yield fault('missing', own, `is missing${snakeCased(name, value)}`);
    } else {
      yield* checkMember(given, member, own);
    }
  }
}

function* checkMember(value: unknown, member: Member, path: Path): Iterable<ShapeFault> {
  switch (member.kind) {
    case 'any':
      return;
    case 'text':
      if (typeof value !== 'string') yield wrong(path, 'a string', value);
      else if (value === '' && member.presence === 'required') yield fault('empty', path, 'is empty');
      return;
    case 'flag':
      if (typeof value !== 'boolean') yield wrong(path, 'true or false', value);
      return;
    case 'object': {
      const object = asObject(value);
      if (object === undefined) yield wrong(path, 'an object', value);
      else if (member.of !== undefined) yield* checkShape(object, member.of, path);
      return;
    }
    case 'map':
    case 'scopes':
      yield* checkMap(value, member, path);
      return;
    default:
      yield* checkList(value, member, path);
  }
}

function* checkMap(value: unknown, member: Member, path: Path): Iterable<ShapeFault> {
  const map = asObject(value);
  if (map === undefined) {
    yield wrong(path, 'an object', value);
    return;
  }
  for (const [name, entry] of Object.entries(map)) {
    yield* checkMember(entry, { kind: 'object', presence: 'optional', ...entryOf(member) }, [...path, name]);
  }
}

function* checkList(value: unknown, member: Member, path: Path): Iterable<ShapeFault> {
  if (!Array.isArray(value)) {
    yield wrong(path, 'a list', value);
    return;
  }
  if (value.length === 0 && member.presence === 'required') yield fault('empty', path, 'is empty');
  for (const [index, entry] of value.entries()) {
    yield* checkMember(entry, { kind: 'object', presence: 'optional', ...entryOf(member) }, [...path, index]);
  }
}

function entryOf({ kind, of }: Member): Partial<Member> {
  if (kind === 'texts' || kind === 'scopes') return { kind: 'text' };
  return of === undefined ? {} : { of };
}

function fault(kind: ShapeFault['kind'], path: Path, what: string): ShapeFault {
  return { kind, path, pointer: pointerTo(path), what };
}

function wrong(path: Path, expected: string, value: unknown): ShapeFault {
  return fault('type', path, `is ${kindOf(value)} instead of ${expected}`);
}

/** What sort of JSON value this is, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'a string';
  return typeof value === 'number' ? 'a number' : String(value);
}

/** Libraries that keep the names of the protocol definition write them with underscores. */
function snakeCased(name: string, value: JsonObject): string {
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return other !== name && Object.hasOwn(value, other) ? `, but ${other} is there: names are written in camelCase` : '';
}
