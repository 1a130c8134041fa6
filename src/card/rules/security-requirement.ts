import { asList, asObject, type JsonObject } from '../../protocol/json.ts';
import type { CardBreach, CardRule } from '../lint/card-rule.ts';
import { pointerTo } from '../pointer.ts';
import { WELL_FORMED } from './authority.ts';
import { newCard } from './sample-cards.ts';

const SCHEMES = { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } };

export const securityRequirement: CardRule = {
  id: 'card/security-requirement',
  title: 'A security requirement is written in the form of another version',
  claim: 'securityRequirements',
  ...WELL_FORMED,
  certainty: 'certain',
  why: 'A strict reader finds an empty requirement in it, which lets anybody call, and learns better from a refusal.',
  remedy: 'In 1.0 write {"schemes": {"name": {"list": []}}}, before it {"name": []}.',
  about: 'content',
  *check({ raw }) {
    yield* misplaced(raw, []);
    for (const [index, skill] of asList(raw['skills']).entries()) {
      yield* misplaced(asObject(skill) ?? {}, ['skills', index]);
    }
  },
  pair: {
    raises: { value: newCard({ securitySchemes: SCHEMES, securityRequirements: [{ key: [] }] }) },
    nearMiss: { value: newCard({ securitySchemes: SCHEMES, securityRequirements: [{ schemes: { key: {} } }, {}] }) },
  },
};

function* misplaced(holder: JsonObject, path: readonly (string | number)[]): Iterable<CardBreach> {
  for (const [index, entry] of asList(holder['securityRequirements']).entries()) {
    const names = Object.keys(asObject(entry) ?? {});
    if (names.length === 0 || names.includes('schemes')) continue;
    const because = `${names.join(', ')} ${names.length === 1 ? 'stands' : 'stand'} where "schemes" is expected`;
    yield { pointer: pointerTo([...path, 'securityRequirements', index]), because, dialect: '1.0' };
  }
  for (const [index, entry] of asList(holder['security']).entries()) {
    if (asObject(asObject(entry)?.['schemes']) === undefined) continue;
    const because = '"schemes" is the form of 1.0, and here it is the name of a scheme';
    yield { pointer: pointerTo([...path, 'security', index]), because, dialect: '0.3' };
  }
}
