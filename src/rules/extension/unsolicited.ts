import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Task } from '../../protocol/model.ts';
import type { Vantage } from '../../protocol/observation.ts';
import { V1_TOPICS, V02_TOPICS, V03_TOPICS } from '../revision.ts';

/** Artifacts and messages name the extensions that had a hand in them. */
export const unsolicited: Rule = {
  id: 'extension/unsolicited',
  title: 'Extension data comes unasked',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'topic',
    says: 'Extensions are inactive unless the client asks for them.',
    clause: 'topics/extensions',
    revision: V1_TOPICS,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'Extensions should be inactive unless the client asks for them.',
        clause: 'topics/extensions',
        revision: V03_TOPICS,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'Extensions should be inactive unless the client asks for them.',
        clause: 'topics/extensions',
        revision: V02_TOPICS,
      },
    },
  },
  certainty: 'certain',
  why: 'Plain callers get data that they do not understand.',
  remedy: 'Add extension data only when the request activates the extension.',
  clauses: [
    clause(
      'artifact',
      (seen) => (unasked(seen.artifact.extensions, seen.vantage) === undefined ? undefined : 'certain'),
      (seen) =>
        `artifact ${seen.artifact.artifactId} is of extension ${unasked(seen.artifact.extensions, seen.vantage)}, which was not asked for`,
    ),
    clause(
      'message',
      (seen) => (unasked(seen.message.extensions, seen.vantage) === undefined ? undefined : 'certain'),
      (seen) => `the answer is of extension ${unasked(seen.message.extensions, seen.vantage)}, which was not asked for`,
    ),
    clause(
      'task',
      (seen) => (unaskedIn(seen.task, seen.vantage) === undefined ? undefined : 'certain'),
      (seen) => `the task holds something of extension ${unaskedIn(seen.task, seen.vantage)}, which was not asked for`,
    ),
  ],
  pair: {
    raises: scene((s) =>
      s
        .send({ extensions: [] })
        .task('working', { message: { ...aMessage('hello'), extensions: ['https://ext.example/1'] } }),
    ),
    nearMiss: scene((s) =>
      s.send({ extensions: ['https://ext.example/1'] }).task('working', {
        message: { ...aMessage('hello'), extensions: ['https://ext.example/1'] },
      }),
    ),
  },
};

function unasked(extensions: readonly string[] | undefined, { request }: Vantage): string | undefined {
  if (extensions === undefined || request.extensions === undefined) return undefined;
  return extensions.find((extension) => request.extensions?.includes(extension) === false);
}

function unaskedIn(task: Task, vantage: Vantage): string | undefined {
  if (vantage.request.extensions === undefined) return undefined;
  const own = unasked(task.statusMessage?.extensions, vantage);
  if (own !== undefined) return own;
  for (const { extensions } of task.artifacts ?? []) {
    const found = unasked(extensions, vantage);
    if (found !== undefined) return found;
  }
  return undefined;
}
