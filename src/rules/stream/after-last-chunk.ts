import { ARTIFACT } from '../../lifecycle/artifact-record.ts';
import { findArtifact } from '../../lifecycle/content.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isRepeated } from './stream-so-far.ts';

/** A later turn may go on with the artifact, on a stream of its own. */
export const afterLastChunk: Rule = {
  id: 'stream/after-last-chunk',
  title: 'An artifact changes after its last chunk',
  claim: 'stream',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading: 'Nothing more comes for an artifact on that stream once its last chunk was announced.',
    clause: '4.2.2',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.2.3', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.2.3', revision: V02 } },
  },
  certainty: 'certain',
  why: 'The caller has already delivered the artifact.',
  remedy: 'Set `lastChunk` on the last event of the artifact and on no other.',
  clauses: [
    clause(
      'artifact',
      (seen, at) => {
        const known = findArtifact(at.stream?.artifacts, seen.artifact.artifactId);
        return known !== undefined && (known.flags & ARTIFACT.closed) !== 0 && !isRepeated(at) ? 'certain' : undefined;
      },
      (seen) => `artifact ${seen.artifact.artifactId} goes on after its last chunk`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'all of it', { lastChunk: true });
      stream.artifact('a1', ' but this', { append: true });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'all of it', { lastChunk: true });
      stream.artifact('a2', 'another', { lastChunk: true });
    }),
  },
};
