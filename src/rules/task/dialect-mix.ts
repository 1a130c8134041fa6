import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged by the strict reader; what was meant is read all the same. */
export const dialectMix: Rule = {
  id: 'task/dialect-mix',
  title: 'The answer is written in another dialect than the interface declares',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '5.5, 9.1',
    revision: V1,
    says: 'JSON uses camelCase names and the enum names of the protocol definition, methods are PascalCase, and results sit in a wrapper named after their type. The `kind` member is gone (A.2.1). An extra `kind` beside a right wrapper is an unknown field, to be ignored (5.7), and no finding.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '11.1.5, 3.5.1',
        revision: V03,
        says: "Agents must use the 0.3 data structures and the `category/action` method names. On HTTP+JSON both the prose's JSON and the proto's JSON are seen, and both are accepted.",
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Objects carry `kind`, methods are named `category/action`.',
        clause: '6, 7',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Discovery succeeds, and then a client of the declared version cannot read a single answer.',
  remedy:
    'Declare the version that the endpoint speaks on each interface, or translate both ways where both are offered.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'other-dialect' || seen.defect === 'discriminator' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('other-dialect', 'written in the form of another version');
      send.task('working');
    }),
    nearMiss: scene((s) => s.send().task('working')),
  },
};
