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
    // Who needs credentials and has none learns nothing by asking.
    const claims = credentials || !declared ? (['extendedAgentCard'] as const) : [];
    if (claims.length === 0) stage.lacks('extendedAgentCard', 'needs credentials: --bearer or --header');
    if (claims.length > 0 || stage.claims.anonymousAllowed === true) {
      const reply = await stage.probe({ operation: 'GetExtendedAgentCard' });
      stage.answered(reply, 'the extended card', ...claims);
      if (reply.kind === 'nothing' && claims.length > 0) stage.lacks('extendedAgentCard', 'the call was not answered');
    }
    if (declared) await stage.probe({ operation: 'GetExtendedAgentCard' }, { as: 'anonymous' });
  },
};
