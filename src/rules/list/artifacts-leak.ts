import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aTask, scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

/** Left out entirely, also where there are none (§3.1.4). Over gRPC an empty list can't be told from none. */
export const artifactsLeak: Rule = {
  id: 'list/artifacts-leak',
  title: 'The list carries artifacts that were not asked for',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.4',
    revision: V1,
    says: 'Without `includeArtifacts: true` the artifacts field must be left out of each task, also when empty.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'Lists grow without bound, and results show up where only states were wanted.',
  remedy: 'Drop the `artifacts` field from each task unless the request asks for it.',
  clauses: [
    clause(
      'list',
      (seen, at) => {
        if (seen.vantage.request.includeArtifacts === true) return undefined;
        const least = at.task.peer.claims.binding === 'GRPC' ? 1 : 0;
        return seen.tasks.some(({ artifacts }) => artifacts !== undefined && artifacts.length >= least)
          ? 'certain'
          : undefined;
      },
      (seen) =>
        seen.tasks.some(({ artifacts = [] }) => artifacts.length > 0)
          ? 'no artifacts were asked for, and a listed task has them'
          : 'no artifacts were asked for, and a listed task has an empty list of them instead of none',
    ),
  ],
  pair: {
    raises: scene((s) =>
      s.call('ListTasks').list([aTask('completed', { artifacts: { a1: 'all of it' } })], { nextPageToken: '' }),
    ),
    nearMiss: scene((s) =>
      s
        .call('ListTasks', { includeArtifacts: true })
        .list([aTask('completed', { artifacts: { a1: 'all of it' } })], { nextPageToken: '' }),
    ),
  },
};
