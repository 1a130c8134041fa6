import { withoutSecrets } from '../http/without-secrets.ts';
import { canonicalJson } from '../protocol/canonical-json.ts';
import { asObject, asText, type JsonObject } from '../protocol/json.ts';
import { pointerTo } from './pointer.ts';

/** One difference between two states of a card. */
export interface CardChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Where: in the new card, or for what was removed in the old one. */
  readonly pointer: string;
  /** What in words: a skill, interface, extension or scheme goes by its own name. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** How the entries of a list are told apart, so that moving one is no change, and changing one isn't two. */
interface Naming {
  readonly key: (entry: JsonObject) => unknown;
  readonly label: (entry: JsonObject) => unknown;
}

const byInterface = (binding: string): Naming => ({
  key: (entry) =>
    canonicalJson([entry[binding], entry['url'], entry['protocolVersion'] ?? null, entry['tenant'] || null]),
  label: (entry) => `${asText(entry[binding]) ?? 'any'} at ${withoutSecrets(asText(entry['url']) ?? 'no URL')}`,
});

const byMember = (member: string): Naming => ({ key: (entry) => entry[member], label: (entry) => entry[member] });

const NAMED_BY: Readonly<Record<string, Naming>> = {
  skills: byMember('id'),
  supportedInterfaces: byInterface('protocolBinding'),
  additionalInterfaces: byInterface('transport'),
  extensions: byMember('uri'),
};

/** How the first entry of an ordered list is preferred, so that another order is a change of its own. */
const ORDERED: ReadonlySet<string> = new Set(['supportedInterfaces', 'additionalInterfaces']);

/**
 * Compares two states of a card, whatever they are. Signatures are compared as a whole; an order that means nothing is no
 * change. Never throws.
 */
export function diffCards(before: unknown, after: unknown): readonly CardChange[] {
  const changes: CardChange[] = [];
  compare(before, after, [], [], changes);
  return changes;
}

type Path = readonly (string | number)[];

function compare(before: unknown, after: unknown, from: Path, to: Path, changes: CardChange[]): void {
  if (before === after || canonicalJson(before) === canonicalJson(after)) return;
  const [old, fresh] = [asObject(before), asObject(after)];
  if (old !== undefined && fresh !== undefined) {
    for (const name of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
      compareMember(name, old, fresh, from, to, changes);
    }
    return;
  }
  const list = to.at(-1);
  const naming = typeof list === 'string' ? own(NAMED_BY, list) : undefined;
  if (naming !== undefined && Array.isArray(before) && Array.isArray(after)) {
    compareNamed(before, after, naming, from, to, changes);
    return;
  }
  changes.push({ kind: 'changed', pointer: pointerTo(to), name: nameIn(to), before, after });
}

function compareMember(
  name: string,
  old: JsonObject,
  fresh: JsonObject,
  from: Path,
  to: Path,
  changes: CardChange[],
): void {
  const [was, is] = [Object.hasOwn(old, name), Object.hasOwn(fresh, name)];
  if (was && is) return compare(old[name], fresh[name], [...from, name], [...to, name], changes);
  const path = [...(is ? to : from), name];
  changes.push({
    kind: is ? 'added' : 'removed',
    pointer: pointerTo(path),
    name: nameIn(path),
    before: old[name],
    after: fresh[name],
  });
}

function compareNamed(
  before: readonly unknown[],
  after: readonly unknown[],
  naming: Naming,
  from: Path,
  to: Path,
  changes: CardChange[],
): void {
  const key = (entry: unknown): string => String(naming.key(asObject(entry) ?? {}) ?? canonicalJson(entry));
  const label = (entry: unknown): string => String(naming.label(asObject(entry) ?? {}) ?? '');
  const known = new Map(before.map((entry, index) => [key(entry), index]));
  const kept = new Set<string>();
  const order: number[] = [];
  after.forEach((entry, index) => {
    const name = key(entry);
    const earlier = known.get(name);
    const path = [...to, index];
    if (earlier === undefined || kept.has(name)) {
      changes.push({
        kind: 'added',
        pointer: pointerTo(path),
        name: nameIn(path, label(entry)),
        before: undefined,
        after: entry,
      });
      return;
    }
    kept.add(name);
    order.push(earlier);
    compare(before[earlier], entry, [...from, earlier], path, changes);
  });
  before.forEach((entry, index) => {
    const name = key(entry);
    if (kept.has(name)) return;
    const path = [...from, index];
    changes.push({
      kind: 'removed',
      pointer: pointerTo(path),
      name: nameIn(path, label(entry)),
      before: entry,
      after: undefined,
    });
  });
  const list = String(to.at(-1));
  if (ORDERED.has(list) && order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0))) {
    changes.push({ kind: 'changed', pointer: pointerTo(to), name: `the order of ${list}`, before, after });
  }
}

function nameIn(path: Path, entry?: string): string {
  const members = path.filter((part) => typeof part === 'string').join('.');
  return entry === undefined ? members : `${members} ${entry}`;
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
