import { asList, asObject } from '../../protocol/json.ts';
import { isLegacyCard } from '../card-layout.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { contradiction } from './authority.ts';
import { newCard, oldCard } from './sample-cards.ts';

/** A card of 0.1 as a whole is `card/legacy-version`; `security` in the layout of 1.0 is `card/dialect-mix`. */
export const orphanedAuthentication: CardRule = {
  id: 'card/orphaned-authentication',
  title: 'The card says how to authenticate as only cards of 0.1 did',
  claim: 'securityRequirements',
  severity: 'warning',
  basis: contradiction(
    'A card that names a later version has `securitySchemes` for this; in `authentication` no client of that version looks.',
  ),
  certainty: 'certain',
  why: 'Callers read that anybody may call, and learn only from a refusal that they need credentials, but not which.',
  remedy:
    'Describe each scheme in `securitySchemes`, require it by `securityRequirements` (`security` before 1.0), and drop `authentication`.',
  about: 'content',
  *check({ raw }) {
    const schemes = asList(asObject(raw['authentication'])?.['schemes']).filter((name) => typeof name === 'string');
    if (schemes.length === 0 || isLegacyCard(raw)) return;
    if (Object.keys(asObject(raw['securitySchemes']) ?? {}).length > 0) return;
    const names = schemes.map((name) => JSON.stringify(name)).join(', ');
    yield { pointer: '/authentication', because: `it asks for ${names}, and the card has no securitySchemes` };
  },
  pair: {
    raises: { value: newCard({ authentication: { schemes: ['Bearer'] } }) },
    nearMiss: {
      value: oldCard({
        authentication: { schemes: ['Bearer'] },
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        security: [{ bearer: [] }],
      }),
    },
  },
};
