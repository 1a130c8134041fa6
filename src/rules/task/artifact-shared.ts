import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Task } from '../../protocol/model.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Needs the peer's record. Only ids that are made to be unique in the world count: every agent has an artifact `result`. */
export const artifactShared: Rule = {
  id: 'task/artifact-shared',
  title: 'One artifact id is used in two tasks',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading: 'Ids of artifacts should differ between tasks as well.',
    clause: '4.1.7',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.7', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.7', revision: V02 } },
  },
  certainty: 'certain',
  why: 'A caller that keys artifacts by id alone mixes the results of two tasks; often the agent has mixed them itself.',
  remedy:
    'Make a new artifact id for each task, for example from the task id, and keep no artifact id in memory that tasks share.',
  clauses: [
    clause(
      'artifact',
      (seen, at) => (otherOwner(seen.artifact.artifactId, at) === undefined ? undefined : 'certain'),
      (seen, at) =>
        `artifact ${seen.artifact.artifactId} was told of task ${otherOwner(seen.artifact.artifactId, at)}, too`,
      { needs: FACT.newArtifact },
    ),
    clause(
      'task',
      (seen, at) => (sharedOf(seen.task, at) === undefined ? undefined : 'certain'),
      (seen, at) => `artifact ${sharedOf(seen.task, at)} was told of another task, too`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('completed', { artifacts: { 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6': 'one' } });
      s.send().task('completed', { taskId: 't2', artifacts: { 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6': 'two' } });
    }),
    nearMiss: scene((s) => {
      s.send().task('completed', { artifacts: { result: 'one' } });
      s.send().task('completed', { taskId: 't2', artifacts: { result: 'two' } });
    }),
  },
};

function otherOwner(artifactId: string, at: Situation, taskId = at.task.id): string | undefined {
  const owner = at.task.peer.record?.artifactTasks.get(artifactId);
  return owner === undefined || taskId === undefined || owner === taskId ? undefined : owner;
}

function sharedOf(task: Task, at: Situation): string | undefined {
  if (at.task.peer.record === undefined) return undefined;
  return task.artifacts?.find(({ artifactId }) => otherOwner(artifactId, at, task.id) !== undefined)?.artifactId;
}
