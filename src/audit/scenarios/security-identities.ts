import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';

/** What one identity began is nobody else's to see. */
export const securityIdentities: Scenario = {
  id: 'security-identities',
  title: 'looks at the task of one identity as another one',
  capabilities: ['securityRequirements'],
  effects: 'tasks',
  run: async (stage) => {
    const { credentials, secondIdentity } = stage.options.means;
    if (!credentials || !secondIdentity) throw new Untested('needs a second identity: --second-bearer beside --bearer');
    const work = await stage.begin('slow');
    await work.read();
    const as = 'second';
    const reply = await work.read({ as });
    if (reply.kind !== 'nothing') stage.exercised('securityRequirements');
    if (stage.claims.dialect === '1.0') await work.ask({ operation: 'ListTasks' }, { as });
    if (stage.claims.streaming === true) {
      const stream = work.subscribe({ as });
      await work.untilHeard(stream);
      work.leave(stream);
    }
    await work.ask({ operation: 'CancelTask', taskId: work.taskId }, { as });
    await work.read();
  },
};
