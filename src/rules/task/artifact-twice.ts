import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Artifact, Task } from '../../protocol/model.ts';
import { V1, V02, V03 } from '../revision.ts';

const NEAR = scene((s) => s.read('working', { artifacts: { a1: 'one', a2: 'one more' } }));

/** One snapshot; what streams and reads hold differently is judged by others. */
export const artifactTwice: Rule = {
  id: 'task/artifact-twice',
  title: 'Two artifacts of a task have one id',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'The id of an artifact must be unique within its task.',
    clause: '4.1.7',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The id is a unique identifier for the artifact within the scope of the task.',
        clause: '6.7',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The id identifies the artifact.',
        clause: '6.7',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Readers that keep artifacts by their ids lose one of the two, or join what does not belong together.',
  remedy: 'Find the artifact by its id before a chunk is stored, and append to it or replace it.',
  clauses: [
    clause(
      'task',
      (seen) => (twiceIn(seen.task.artifacts) === undefined ? undefined : 'certain'),
      (seen) => `artifact ${twiceIn(seen.task.artifacts)} stands twice in one snapshot`,
    ),
  ],
  pair: {
    raises: {
      claims: NEAR.claims,
      observations: NEAR.observations.map((seen) =>
        seen.kind === 'task' ? { ...seen, task: twice(seen.task) } : seen,
      ),
    },
    nearMiss: NEAR,
  },
};

/** The same artifacts, all under the id of the first. */
function twice(task: Task): Task {
  const [first] = task.artifacts ?? [];
  return { ...task, artifacts: task.artifacts?.map((each) => ({ ...each, artifactId: first?.artifactId ?? '' })) };
}

function twiceIn(artifacts: readonly Artifact[] | undefined): string | undefined {
  if (artifacts === undefined || artifacts.length < 2) return undefined;
  const ids = new Set<string>();
  for (const { artifactId } of artifacts) {
    if (ids.has(artifactId)) return artifactId;
    ids.add(artifactId);
  }
  return undefined;
}
