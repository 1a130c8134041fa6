import type { Scenario } from '../scenario.ts';

/** The extended card is there for those who are known, and for nobody else. */
export const extendedCard: Scenario = {
  id: 'extended-card',
  title: 'asks for the extended card, with and without credentials',
  capabilities: ['extendedAgentCard'],
  effects: 'nothing',
  // What refuses it before 1.0 is a path that may be anybody's.
  appliesTo: ({ dialect, extendedAgentCard: declared }) => declared === true || dialect === '1.0',
  run: async (stage) => {
    const { credentials } = stage.options.means;
    const declared = stage.claims.extendedAgentCard === true;
    if (declared && !credentials && stage.claims.anonymousAllowed !== true) {
      stage.lacks('extendedAgentCard', 'needs credentials: --bearer or --header');
    } else {
      const reply = await stage.probe({ operation: 'GetExtendedAgentCard' });
      if (reply.kind === 'refused') stage.manners.set('the extended card', reply.error.name);
      // Who needs credentials and has none learns nothing by asking.
      if (reply.kind !== 'nothing' && (credentials || !declared)) stage.exercised('extendedAgentCard');
      else stage.lacks('extendedAgentCard', 'needs credentials: --bearer or --header');
    }
    if (declared) await stage.probe({ operation: 'GetExtendedAgentCard' }, { as: 'anonymous' });
  },
};
