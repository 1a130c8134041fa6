import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

/** §5.5: enumerations are written in their protocol spelling. */
export const unknownState: Rule = {
  id: 'task/unknown-state',
  title: 'The task is in a state that A2A does not know',
  claim: 'task',
  severity: 'error',
  basis: { kind: 'must', clause: '5.5', revision: V1 },
  certainty: 'certain',
  why: 'A caller that does not know the state can neither wait for it to change nor take it as an end.',
  remedy: 'Use only the states of the protocol, in the spelling of the version that the interface declares.',
  clauses: [
    clause(
      'task',
      (seen) => (seen.task.state === 'unknown' ? 'certain' : undefined),
      () => 'a snapshot told a state that is none of the protocol',
    ),
    clause(
      'status',
      (seen) => (seen.state === 'unknown' ? 'certain' : undefined),
      () => 'a status event told a state that is none of the protocol',
    ),
  ],
  pair: {
    raises: scene((s) => s.call('SendMessage').task('unknown')),
    nearMiss: scene((s) => s.call('SendMessage').task('auth-required')),
  },
};
