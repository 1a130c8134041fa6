import { asList, asObject } from '../../protocol/json.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { ours } from './authority.ts';
import { newCard } from './sample-cards.ts';

export const schemeNotRequired: CardRule = {
  id: 'card/scheme-not-required',
  title: 'The card has security schemes but requires none of them',
  claim: 'securityRequirements',
  severity: 'note',
  basis: ours('A scheme only says how one could authenticate; that one has to, only a requirement says.'),
  certainty: 'certain',
  why: 'Callers read that anybody may call, and learn only from a refusal that they need credentials.',
  remedy: 'Add a requirement, with an empty one beside it if calls without credentials are welcome too.',
  about: 'content',
  *check({ raw, card }) {
    const names = Object.keys(asObject(raw['securitySchemes']) ?? {});
    if (names.length === 0 || card === undefined || card.security.length > 0) return;
    if (asList(raw['skills']).length > 0 && card.skills.every(({ security }) => (security ?? []).length > 0)) return;
    yield {
      pointer: '/securitySchemes',
      because: `${names.map((name) => JSON.stringify(name)).join(', ')}: no requirement names any`,
    };
  },
  pair: {
    raises: { value: newCard({ securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } } }) },
    nearMiss: {
      value: newCard({
        securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
        securityRequirements: [{ schemes: {} }],
      }),
    },
  },
};
