import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged by the strict reader; what is there is read all the same. */
export const malformed: Rule = {
  id: 'task/malformed',
  title: 'A required member is missing or of a wrong type',
  severity: 'error',
  basis: { kind: 'must', clause: '5.7', revision: V1, says: 'Fields that are marked as required must be present.' },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '11.1.5',
        revision: V03,
        says: 'Agents must use the data structures of section 6.',
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The objects are listed with their required members.',
        clause: '6',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Strict clients reject the whole answer, lenient ones guess what was meant.',
  remedy: 'Validate what is sent against the schema of the version that the interface declares.',
  clauses: [
    clause(
      'defect',
      (seen, at) => {
        if (seen.defect === 'field') return 'certain';
        // Where the binding has an envelope, its own rule tells that it is missing.
        return seen.defect === 'envelope' && at.task.peer.claims.binding === 'HTTP+JSON' ? 'certain' : undefined;
      },
      (seen) => seen.detail,
    ),
    clause(
      'defect',
      (seen) => (seen.defect === 'time-form' ? 'certain' : undefined),
      (seen) => seen.detail,
      {
        severity: 'note',
        basis: {
          kind: 'policy',
          ground: 'text',
          says: 'Times must be in UTC, which is denoted by the suffix Z. An offset of zero is UTC, too, and readers of proto JSON take it.',
          clause: '5.6.1',
          revision: V1,
        },
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('field', 'status.state is absent');
      send.task('unknown');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working', { artifacts: { a1: [{ data: { anything: 1 } }] } });
      stream.defect('empty-frame');
    }),
  },
};
