import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { asObject } from '../../protocol/json.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { must } from './authority.ts';
import { newCard, oldCard } from './sample-cards.ts';

export const extendedWithoutScheme: CardRule = {
  id: 'card/extended-without-scheme',
  title: 'An extended card is declared, but no scheme to authenticate for it',
  claim: 'extendedAgentCard',
  severity: 'warning',
  basis: must(
    '13.3',
    V1,
    'Requests for the extended card must be authenticated by a scheme that the public card declares.',
  ),
  perDialect: {
    '0.3': { basis: must('7.10', V03, 'The client must authenticate by a scheme that the public card declares.') },
    '0.2': { basis: must('7.10', V02, 'The client must authenticate by a scheme that the public card declares.') },
  },
  certainty: 'certain',
  why: 'Either nobody can get the extended card, or everybody can.',
  remedy: 'Declare the scheme by which callers authenticate for the extended card.',
  about: 'content',
  *check({ raw, card }) {
    if (card?.capabilities.extendedAgentCard !== true) return;
    if (Object.keys(asObject(raw['securitySchemes']) ?? {}).length > 0) return;
    const fresh = asObject(raw['capabilities'])?.['extendedAgentCard'] === true;
    const pointer = fresh ? '/capabilities/extendedAgentCard' : '/supportsAuthenticatedExtendedCard';
    yield { pointer, because: 'it is true, and securitySchemes is absent or empty' };
  },
  pair: {
    raises: { value: newCard({ capabilities: { extendedAgentCard: true } }) },
    nearMiss: {
      value: oldCard({
        supportsAuthenticatedExtendedCard: true,
        securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } },
        security: [{ bearer: [] }],
      }),
    },
  },
};
