import { findArtifact } from '../../lifecycle/content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Only the stream that a task was born with shows for certain that an artifact had no beginning. */
export const appendUnknown: Rule = {
  id: 'stream/append-unknown',
  title: 'A chunk is appended to an artifact that was never begun',
  claim: 'stream',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading:
      'The first chunk of an artifact comes without `append`. An artifact seen in a snapshot on the same stream counts as begun.',
    clause: '4.2.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'gap',
        reading: 'The first chunk of an artifact comes without `append`.',
        clause: '7.2.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'gap',
        reading: 'The first chunk of an artifact comes without `append`.',
        clause: '7.2.3',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Some readers drop the chunk, others fail the stream: the beginning of the result is lost with no error.',
  remedy: 'Send the first chunk of each artifact with `append: false`.',
  clauses: [
    clause(
      'artifact',
      (seen, at) => {
        const { stream } = at;
        if (!seen.append || stream === undefined || (stream.flags & (STREAM.birth | STREAM.partial)) !== STREAM.birth) {
          return undefined;
        }
        return findArtifact(stream.artifacts, seen.artifact.artifactId) === undefined ? 'certain' : undefined;
      },
      (seen) => `a chunk is appended to artifact ${seen.artifact.artifactId}, of which nothing came before`,
      { needs: FACT.append | FACT.newArtifact },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'from the middle', { append: true });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working', { artifacts: { a1: 'from the start ' } });
      stream.artifact('a1', 'to the middle', { append: true });
    }),
  },
};
