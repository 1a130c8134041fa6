import type { Claim } from '../../lifecycle/finding.ts';
import { asObject } from '../../protocol/json.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { WELL_FORMED } from './authority.ts';
import { kindOf } from './check-shape.ts';
import { newCard, oldCard } from './sample-cards.ts';

const CLAIM_OF: Readonly<Record<string, Claim>> = {
  streaming: 'stream.send',
  pushNotifications: 'pushNotifications',
  stateTransitionHistory: 'stateTransitionHistory',
  extendedAgentCard: 'extendedAgentCard',
};

export const capabilityNotBoolean: CardRule = {
  id: 'card/capability-not-boolean',
  title: 'A capability is neither true nor false',
  ...WELL_FORMED,
  certainty: 'certain',
  why: 'Typed clients reject the card; others take any text for true, even one that says "no".',
  remedy: 'Write the capability as true or false, and limits of it into the description or an extension.',
  about: 'content',
  *check({ raw }) {
    const capabilities = asObject(raw['capabilities']) ?? {};
    for (const [name, claim] of Object.entries(CLAIM_OF)) {
      const value = capabilities[name];
      if (value === undefined || value === null || typeof value === 'boolean') continue;
      const because = `${name} is ${kindOf(value)}, which counts as not declared`;
      yield { pointer: `/capabilities/${name}`, because, claim };
    }
  },
  pair: {
    raises: { value: oldCard({ capabilities: { streaming: true, pushNotifications: 'limited' } }) },
    nearMiss: { value: newCard({ capabilities: { streaming: false, pushNotifications: null, batching: 'yes' } }) },
  },
};
