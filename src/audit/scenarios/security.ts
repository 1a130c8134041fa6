import type { Caller } from '../counterpart.ts';
import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';

const OUTSIDERS: readonly Caller[] = ['anonymous', 'stranger'];

/** Who may call is as the card says: those with credentials, and nobody else. */
export const security: Scenario = {
  id: 'security',
  title: 'calls without credentials, and with such that nobody was given',
  capabilities: ['securityRequirements'],
  effects: 'tasks',
  appliesTo: ({ anonymousAllowed }) => anonymousAllowed === false,
  run: async (stage) => {
    if (!stage.options.means.credentials) throw new Untested('needs credentials: --bearer or --header');
    const work = await stage.begin('quick');
    await work.read();
    for (const as of OUTSIDERS) {
      const reply = await work.read({ as });
      if (reply.kind !== 'nothing') stage.exercised('securityRequirements');
      if (stage.claims.dialect === '1.0') await work.ask({ operation: 'ListTasks' }, { as });
      await stage.work().send(stage.partsFor('quick'), { as, blocking: false });
      if (stage.claims.streaming === true) {
        const outside = stage.work();
        const stream = outside.stream(stage.partsFor('quick'), { as });
        await outside.untilHeard(stream);
      }
      await work.ask({ operation: 'CancelTask', taskId: work.taskId }, { as });
    }
  },
};
