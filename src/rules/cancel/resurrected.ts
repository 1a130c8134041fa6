import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { regressLasts } from '../reads.ts';
import { SILENT_AND_FINAL } from './silent-and-final.ts';

/** A canceled task that is told in another state. A cancel answered with another state leaves any end open. */
export const resurrected: Rule = {
  id: 'cancel/resurrected',
  title: 'A canceled task comes back',
  claim: 'cancel',
  severity: 'error',
  basis: SILENT_AND_FINAL,
  certainty: 'either',
  why: 'The caller has written the task off, perhaps given the work to another agent, and it is done all the same.',
  remedy: 'Make canceled final: refuse every later state, and answer canceled only once it is stored.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (at.task.end?.state !== 'canceled' || seen.task.state === 'canceled') return undefined;
        if (isTerminal(seen.task.state)) return 'certain';
        if (at.order !== 'stale' || seen.vantage.operation !== 'GetTask') return undefined;
        return regressLasts(seen, at) ? 'certain' : 'suspected';
      },
      (seen) => `the agent had said canceled, and then ${seen.task.state}`,
    ),
    clause(
      'status',
      (seen, at) =>
        at.task.end?.state === 'canceled' && isTerminal(seen.state) && seen.state !== 'canceled'
          ? 'certain'
          : undefined,
      (seen) => `the agent had said canceled, and a stream then told ${seen.state}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working');
      s.cancel('canceled');
      s.wait(2_000);
      s.read('completed');
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage').task('working');
      s.cancel('working');
      s.wait(2_000);
      s.read('completed');
    }),
  },
};
