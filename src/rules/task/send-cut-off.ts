import { FACT } from '../../lifecycle/fact.ts';
import { FLAG } from '../../lifecycle/record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1 } from '../revision.ts';

/** Whoever found the task again says that it is the one that the message made, by putting its reads on the same record. */
export const sendCutOff: Rule = {
  id: 'task/send-cut-off',
  title: 'A waiting send is cut while the task runs on',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'A blocking send returns when the task is terminal or interrupted. Somebody in front of the agent gave up earlier. Told only when the task is found afterwards.',
    clause: '3.2.2',
    revision: V1,
  },
  perDialect: {
    '0.3': { severity: 'note', basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
    '0.2': { severity: 'note', basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
  },
  certainty: 'certain',
  why: 'The caller has no task id, and a blind retry does the work twice.',
  remedy:
    'Raise the time limits of the proxies, send keep-alives, or ask callers to use streams or `returnImmediately`.',
  clauses: [
    clause(
      'task',
      (seen, at) => (isRead(seen, at) && (at.task.flags & FLAG.cutOff) !== 0 ? 'certain' : undefined),
      (seen) => `the send that waits was cut off on the way, and a read shows the task as ${seen.task.state}`,
      { needs: FACT.read },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.call('SendMessage', { blocking: true });
      s.wait(60_000);
      send.error('other', { httpStatus: 504, code: null });
      s.read('completed');
    }),
    nearMiss: scene((s) => {
      const send = s.call('SendMessage', { blocking: true });
      s.wait(60_000);
      send.failure('aborted');
      s.read('completed');
    }),
  },
};
