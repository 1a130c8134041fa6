import { asList, asObject } from '../../protocol/json.ts';
import type { CardBreach, CardRule } from '../lint/card-rule.ts';
import type { LintedCard } from '../lint/linted-card.ts';
import { pointerTo } from '../pointer.ts';
import { contradiction } from './authority.ts';
import { newCard } from './sample-cards.ts';

export const unknownScheme: CardRule = {
  id: 'card/unknown-scheme',
  title: "A requirement names a security scheme that the card doesn't have",
  claim: 'securityRequirements',
  severity: 'error',
  basis: contradiction('A requirement refers to a scheme by its name, and there is none of that name.'),
  certainty: 'certain',
  why: 'Nobody can meet the requirement, so nobody can call.',
  remedy: 'Declare the scheme in `securitySchemes` under the name that the requirement uses.',
  about: 'content',
  *check(card) {
    const { raw } = card;
    for (const member of ['securityRequirements', 'security']) {
      yield* unknownIn(raw[member], [member], card);
      for (const [index, entry] of asList(raw['skills']).entries()) {
        yield* unknownIn(asObject(entry)?.[member], ['skills', index, member], card);
      }
    }
  },
  pair: {
    raises: { value: newCard({ securityRequirements: [{ schemes: { bearer: { list: [] } } }] }) },
    nearMiss: {
      value: newCard({
        securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
        securityRequirements: [{ schemes: { bearer: { list: [] } } }, { schemes: {} }],
      }),
    },
  },
};

function* unknownIn(value: unknown, path: readonly (string | number)[], { raw }: LintedCard): Iterable<CardBreach> {
  const known = asObject(raw['securitySchemes']) ?? {};
  for (const [index, entry] of asList(value).entries()) {
    const wrapped = asObject(asObject(entry)?.['schemes']);
    const inner = wrapped === undefined ? [] : ['schemes'];
    for (const name of Object.keys(wrapped ?? asObject(entry) ?? {})) {
      if (Object.hasOwn(known, name)) continue;
      const because = `there is no scheme ${JSON.stringify(name)} in securitySchemes`;
      yield { pointer: pointerTo([...path, index, ...inner, name]), because };
    }
  }
}
