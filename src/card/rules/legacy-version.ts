import { V1 } from '../../lifecycle/revision.ts';
import { isLegacyCard } from '../card-layout.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { oldCard } from './sample-cards.ts';
import { servedInstead } from './served-instead.ts';

/** The way in which cards of 0.1 say how to authenticate tells them from all later ones. */
export const legacyVersion: CardRule = {
  id: 'card/legacy-version',
  title: 'The card is of A2A 0.1, which had no way of saying what is spoken',
  severity: 'warning',
  basis: said('3.6', V1, 'The version in use is identified by its Major.Minor number, which cards of 0.1 do not have.'),
  certainty: 'certain',
  why: 'Its tasks are sent by other methods and in other states, so no client of a later version can work with it.',
  remedy: 'Move the agent to A2A 1.0; libraries for 0.1 are no longer kept up.',
  about: 'serving',
  *check({ source, raw }) {
    if (isLegacyCard(raw) || servedInstead(source, 'legacy').length > 0) {
      const because = 'it says how to authenticate as only cards of 0.1 do, and names no version';
      yield { pointer: '', because };
    }
  },
  pair: {
    raises: {
      value: oldCard({
        protocolVersion: undefined,
        preferredTransport: undefined,
        authentication: { schemes: ['Bearer'] },
      }),
    },
    nearMiss: { value: oldCard({ authentication: { schemes: ['Bearer'] } }) },
  },
};
