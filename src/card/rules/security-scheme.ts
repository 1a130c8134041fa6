import { asObject, asText, type JsonObject } from '../../protocol/json.ts';
import type { Dialect } from '../../protocol/operation.ts';
import { NEW_CARD, OLD_CARD } from '../card-shape.ts';
import type { CardBreach, CardRule } from '../lint/card-rule.ts';
import { pointerTo } from '../pointer.ts';
import { WELL_FORMED } from './authority.ts';
import { checkShape, kindOf } from './check-shape.ts';
import { newCard, oldCard } from './sample-cards.ts';

/** What each type of scheme before 1.0 has to have. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
  mutualTLS: [],
};

export const securityScheme: CardRule = {
  id: 'card/security-scheme',
  title: "A security scheme can't be understood",
  claim: 'securityRequirements',
  ...WELL_FORMED,
  certainty: 'certain',
  why: "The caller can't tell which credential to bring or where to put it, and fails at the first call.",
  remedy: "Write the scheme in the form of the card's version: wrapped in 1.0, with a `type` before it.",
  about: 'content',
  *check({ raw, layout }) {
    const { securitySchemes } = raw;
    if (securitySchemes === undefined || securitySchemes === null) return;
    const schemes = asObject(securitySchemes);
    if (schemes === undefined) {
      yield { pointer: '/securitySchemes', because: `it is ${kindOf(securitySchemes)} instead of an object` };
      return;
    }
    for (const [name, value] of Object.entries(schemes)) {
      const scheme = asObject(value);
      const path = ['securitySchemes', name];
      if (scheme === undefined) {
        yield { pointer: pointerTo(path), because: `${JSON.stringify(name)} is ${kindOf(value)} instead of an object` };
        continue;
      }
      // A card of both layouts has one list for both; a scheme that can be read in either is at least meant for one.
      const faults = [
        ...(layout.new ? [[...faultsInNew(name, scheme)]] : []),
        ...(layout.old === undefined ? [] : [[...faultsInOld(name, scheme, layout.old)]]),
      ];
      if (faults.every(({ length }) => length > 0)) yield* faults[0] ?? [];
    }
  },
  pair: {
    raises: { value: newCard({ securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } }) },
    nearMiss: {
      value: oldCard({ securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', 'x-note': 1 } } }),
    },
  },
};

function* faultsInNew(name: string, scheme: JsonObject): Iterable<CardBreach> {
  const shape = NEW_CARD['securitySchemes']?.of ?? {};
  const kinds = Object.keys(shape).filter((kind) => scheme[kind] !== undefined && scheme[kind] !== null);
  const path = ['securitySchemes', name];
  if (kinds.length !== 1) {
    const old = asText(scheme['type']);
    const form = old === undefined ? '' : `; "type": ${JSON.stringify(old)} is the form before 1.0`;
    const count = kinds.length === 0 ? 'none' : `${kinds.length}`;
    const because = `${JSON.stringify(name)} has ${count} of the five kinds of scheme, where one is needed${form}`;
    yield { pointer: pointerTo(path), because, dialect: '1.0' };
    return;
  }
  for (const { kind, pointer, what, path: at } of checkShape(scheme, shape, path)) {
    if (kind !== 'empty') yield { pointer, because: `${at.slice(1).join('.')} ${what}`, dialect: '1.0' };
  }
  yield* unknownPlace(name, [...path, 'apiKeySecurityScheme', 'location'], scheme['apiKeySecurityScheme'], '1.0');
  const flows = Object.keys(asObject(asObject(scheme['oauth2SecurityScheme'])?.['flows']) ?? {});
  if (flows.length < 2) return;
  const because = `${name} has ${flows.length} flows (${flows.join(', ')}), and 1.0 has room for one in each scheme`;
  yield { pointer: pointerTo([...path, 'oauth2SecurityScheme', 'flows']), because, dialect: '1.0' };
}

function* faultsInOld(name: string, scheme: JsonObject, dialect: Dialect): Iterable<CardBreach> {
  const path = ['securitySchemes', name];
  const type = asText(scheme['type']);
  if (type === undefined || !Object.hasOwn(REQUIRED, type)) {
    const because =
      type === undefined ? `${JSON.stringify(name)} has no type` : `${JSON.stringify(type)} is no type of scheme`;
    yield { pointer: pointerTo([...path, 'type']), because, dialect };
    return;
  }
  for (const member of REQUIRED[type] ?? []) {
    if (scheme[member] === undefined) {
      yield { pointer: pointerTo([...path, member]), because: `${name}.${member} is missing`, dialect };
    }
  }
  if (type === 'apiKey') yield* unknownPlace(name, [...path, 'in'], scheme, dialect);
  for (const { kind, pointer, what, path: at } of checkShape(scheme, OLD_CARD['securitySchemes']?.of ?? {}, path)) {
    if (kind !== 'empty') yield { pointer, because: `${at.slice(1).join('.')} ${what}`, dialect };
  }
}

/** Where a key goes is one of three words (proto APIKeySecurityScheme; OpenAPI before 1.0). */
const PLACES = ['query', 'header', 'cookie'];

function* unknownPlace(name: string, path: readonly string[], scheme: unknown, dialect: Dialect): Iterable<CardBreach> {
  const member = path.at(-1) ?? '';
  const place = asText(asObject(scheme)?.[member]);
  if (place === undefined || place === '' || PLACES.includes(place)) return;
  const because = `the ${member} of ${JSON.stringify(name)} is ${JSON.stringify(place)}, and has to be one of ${PLACES.join(', ')}`;
  yield { pointer: pointerTo(path), because, dialect };
}
