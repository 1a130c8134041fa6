import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

/** Only where something else of the task was heard meanwhile: else it is the network (D§8). */
export const hangs: Rule = {
  id: 'cancel/hangs',
  title: 'The cancel is not answered',
  claim: 'cancel',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Operations return at once, and work goes on in the background. No limit is named; ours is 10 s.',
    clause: '3.3.3',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: { kind: 'gap', reading: 'A cancel is answered within 10 s. The 0.3 text names no time.' },
    },
    '0.2': {
      severity: 'note',
      basis: { kind: 'gap', reading: 'A cancel is answered within 10 s. The 0.2 text names no time.' },
    },
  },
  certainty: 'suspected',
  why: 'The one call that should free the caller holds it until the work is done.',
  remedy:
    'Answer at once: stop the run, or say that it cannot be stopped. An empty cancel handler makes the call wait for the task.',
  clauses: [
    clause(
      'silence',
      (seen, at) => {
        const { cancel, reads, lastSignAt } = at.task;
        if (seen.vantage.operation !== 'CancelTask' || cancel === undefined || cancel.answered !== undefined)
          return undefined;
        const heard = Math.max(lastSignAt, reads?.received ?? 0);
        return cancel.vantageId === seen.vantage.id && heard > cancel.asked ? 'suspected' : undefined;
      },
      (seen) => `the cancel was not answered within ${seen.bound.ms} ms, in which other calls were`,
      { needs: FACT.cancel },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      const cancel = s.call('CancelTask', { taskId: 't1' });
      s.read('working');
      cancel.silence(10_000);
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('CancelTask', { taskId: 't1' }).silence(10_000);
    }),
  },
};
