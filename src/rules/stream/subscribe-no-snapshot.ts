import { FACT } from '../../lifecycle/fact.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

/** §3.1.6, 1.0 alone: in 0.x a read has to follow each subscription. */
export const subscribeNoSnapshot: Rule = {
  id: 'stream/subscribe-no-snapshot',
  title: 'A subscription does not begin with the task',
  claim: 'stream.subscribe',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.6',
    revision: V1,
    says: 'The first event of the stream must be the Task in its current state.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'What happened between the last read and the subscription is lost without a trace.',
  remedy: 'Take the snapshot after attaching to the event queue, and send it before the first event.',
  clauses: clauses(
    ['status', 'artifact', 'message'],
    (_seen, at) => (at.stream?.frames === 0 && at.stream.operation === 'SubscribeToTask' ? 'certain' : undefined),
    (seen) => `the first frame of the subscription is a ${seen.kind}`,
    { needs: FACT.first | FACT.streaming },
  ),
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.stream('SubscribeToTask').status('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.stream('SubscribeToTask').task('working');
    }),
  },
};
