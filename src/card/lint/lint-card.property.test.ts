import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { asObject } from '../../protocol/json.ts';
import { partsOf } from '../pointer.ts';
import { newCard, oldCard } from '../rules/sample-cards.ts';
import { findPlaces } from './json-places.ts';
import { lintCard } from './lint-card.ts';

const numRuns = Number(process.env['PROBITY_RUNS'] ?? 300);

/** A sound card with one value, anywhere in it, replaced by anything. */
const damaged = fc
  .tuple(fc.constantFrom(newCard(), oldCard()), fc.nat(), fc.jsonValue(), fc.boolean())
  .map(([card, pick, value, removes]) => {
    const copy: unknown = JSON.parse(JSON.stringify(card));
    const places = everyPlace(copy);
    const [holder, name] = places[pick % places.length] ?? [{}, ''];
    if (removes) Reflect.deleteProperty(holder, name);
    else Reflect.set(holder, name, value);
    return JSON.parse(JSON.stringify(copy)) as unknown;
  });

describe('the lint', () => {
  it('takes any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const source of [{ value }, { text: JSON.stringify(value) }]) lintCard(source);
      }),
      { numRuns },
    );
  });

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => void lintCard({ text })),
      { numRuns },
    );
  });

  it('takes any damaged card, and points to places that are there or whose surroundings are', () => {
    fc.assert(
      fc.property(damaged, fc.option(fc.webUrl(), { nil: undefined }), (value, url) => {
        const text = JSON.stringify(value, undefined, 1);
        for (const { pointer, line, column, because } of lintCard({ text, ...(url === undefined ? {} : { url }) })) {
          assert.ok(leads(value, pointer), pointer);
          assert.ok(line !== undefined && line >= 1 && line <= text.split('\n').length);
          assert.ok(column !== undefined && column >= 1);
          assert.ok(because.length > 0);
        }
      }),
      { numRuns },
    );
  });

  it('finds the same in a card as text and as a value', () => {
    fc.assert(
      fc.property(damaged, (value) => {
        const bare = ({ text }: { text?: string }) =>
          lintCard(text === undefined ? { value } : { text }).map(({ rule, pointer, because }) => [
            rule,
            pointer,
            because,
          ]);
        assert.deepEqual(bare({ text: JSON.stringify(value) }), bare({}));
      }),
      { numRuns },
    );
  });
});

describe('the places in a text', () => {
  it('are those of the values that pointers lead to', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const lines = text.split('\n');
        const pointers = everyPointer(value, '');
        const places = findPlaces(text, pointers);
        for (const pointer of pointers) {
          const place = places.get(pointer);
          assert.ok(place);
          const rest = [lines[place.line - 1]?.slice(place.column - 1), ...lines.slice(place.line)].join('\n');
          const expected = JSON.stringify(resolve(value, pointer));
          assert.ok(rest.replace(/\s/g, '').startsWith(expected.replace(/\s/g, '')), `${pointer} in ${text}`);
        }
      }),
      { numRuns },
    );
  });
});

function everyPlace(value: unknown): readonly (readonly [object, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[value, name] as const, ...everyPlace(member)]);
}

function everyPointer(value: unknown, pointer: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    everyPointer(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [pointer, ...inner];
}

function resolve(value: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined,
    value,
  );
}

/** A pointer leads somewhere if its value is there, or it names a member that is missing from what is there. */
function leads(value: unknown, pointer: string): boolean {
  if (pointer === '' || resolve(value, pointer) !== undefined) return true;
  const around = pointer.slice(0, pointer.lastIndexOf('/'));
  return asObject(resolve(value, around)) !== undefined || Array.isArray(resolve(value, around));
}
