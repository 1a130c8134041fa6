import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** §5.7: a required array holds at least one element. A part with an empty text is one. */
export const emptyChunk: Rule = {
  id: 'stream/empty-chunk',
  title: 'An artifact comes without any part',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '5.7, 4.1.7',
    revision: V1,
    says: "An artifact's parts are required, and required arrays must hold at least one element.",
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: 'An artifact event has a part. The types ask for the array only.',
        clause: '6.7',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'An artifact must have at least one part.',
        clause: '6.7',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Strict readers reject the event, and with it the stream.',
  remedy: 'Set `lastChunk` on the last chunk with content instead of sending an empty one.',
  clauses: [
    clause(
      'artifact',
      (seen) => (seen.artifact.parts.length === 0 ? 'certain' : undefined),
      (seen) => `a chunk of artifact ${seen.artifact.artifactId} has no part, or none that can be read`,
      { needs: FACT.empty },
    ),
    clause(
      'task',
      (seen) => (seen.task.artifacts?.some((artifact) => artifact.parts.length === 0) ? 'certain' : undefined),
      () => 'a snapshot holds an artifact without any part, or without one that can be read',
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'all of it');
      stream.artifact('a1', [], { append: true, lastChunk: true });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'all of it');
      stream.artifact('a1', '', { append: true, lastChunk: true });
    }),
  },
};
