import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** `unknown` is a state of 0.x, and unspecified one of 1.0: legal, but it says nothing. */
export const unknownState: Rule = {
  id: 'task/unknown-state',
  title: "A state is not in the dialect's list",
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '5.5, 4.1.3',
    revision: V1,
    says: 'Enum values must be written as the names in the protocol definition, such as `TASK_STATE_CANCELED` with one l.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '11.1.5, 6.3',
        revision: V03,
        says: 'Agents must use the data structures of section 6; the states are listed in 6.3. The 0.3 proto spells `TASK_STATE_CANCELLED` with two l: right on gRPC and in proto-JSON bodies, wrong in JSON-RPC. `unknown` is a listed state.',
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The states are listed. `unknown` is one of them and counts as terminal there.',
        clause: '6.3',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'A caller that switches on known names loops, crashes or takes the task for unfinished.',
  remedy:
    'Serialise states with the names of the version the interface declares; map everything else before it reaches the wire.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'state-spelling' || seen.defect === 'unknown-state' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
    clause(
      'task',
      (seen, at) => (seen.task.state === 'unknown' && at.task.peer.claims.dialect === '1.0' ? 'certain' : undefined),
      () => 'a snapshot tells no state that means anything',
      {
        needs: FACT.unknown,
        severity: 'note',
        basis: {
          kind: 'gap',
          clause: '4.1.3',
          revision: V1,
          reading: 'A task is in a state that says what to expect of it.',
        },
      },
    ),
    clause(
      'status',
      (seen, at) => (seen.state === 'unknown' && at.task.peer.claims.dialect === '1.0' ? 'certain' : undefined),
      () => 'a status event tells no state that means anything',
      {
        needs: FACT.unknown,
        severity: 'note',
        basis: {
          kind: 'gap',
          clause: '4.1.3',
          revision: V1,
          reading: 'A status event is sent to say what to expect of the task.',
        },
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('unknown-state', 'a task state is none that any version knows');
      send.task('unknown');
    }),
    nearMiss: scene((s) => s.send().task('auth-required')),
  },
};
