import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Task } from '../../protocol/model.ts';
import { V1, V02, V03 } from '../revision.ts';
import { typedPartOutside } from './typed-parts.ts';

/** Parts without a media type aren't judged; what a skill lists counts as the card's. */
export const undeclaredOutput: Rule = {
  id: 'modes/undeclared-output',
  title: 'An artifact comes in a mode that the card does not list',
  claim: 'outputModes',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The card lists the media types supported as output; a skill may override the list. Declaring the outputs and sending another contradict each other. Parts without a media type are not judged, and parameters are ignored.',
    clause: '4.4.1, 4.4.5',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The card lists the media types supported as output. Only file parts carry a media type there.',
        clause: '5.5',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The card lists the media types produced by the agent. Only file parts carry a media type there.',
        clause: '5.5',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller chose the agent for its formats and cannot use the result.',
  remedy: 'List every media type that the agent can send, or convert before sending.',
  clauses: [
    clause(
      'artifact',
      (seen, at) => (typedPartOutside(at.task.peer.claims.outputModes, seen.artifact.parts) ? 'certain' : undefined),
      (seen, at) =>
        `artifact ${seen.artifact.artifactId} is of ${typedPartOutside(at.task.peer.claims.outputModes, seen.artifact.parts)}, which the card doesn't list`,
    ),
    clause(
      'task',
      (seen, at) => (undeclaredIn(seen.task, at) === undefined ? undefined : 'certain'),
      (seen, at) => `an artifact is of ${undeclaredIn(seen.task, at)}, which the card doesn't list`,
    ),
  ],
  pair: {
    raises: scene(
      (s) =>
        s.call('SendMessage').task('completed', { artifacts: { a1: [{ text: '{}', mediaType: 'application/json' }] } }),
      {
        outputModes: ['text/plain'],
      },
    ),
    nearMiss: scene(
      (s) =>
        s.call('SendMessage').task('completed', {
          artifacts: { a1: [{ data: {} }, { text: 'with a parameter', mediaType: 'Text/Plain; charset=utf-8' }] },
        }),
      { outputModes: ['text/plain'] },
    ),
  },
};

function undeclaredIn(task: Task, at: Situation): string | undefined {
  const { outputModes } = at.task.peer.claims;
  if (outputModes.length === 0 || task.artifacts === undefined) return undefined;
  for (const { parts } of task.artifacts) {
    const outside = typedPartOutside(outputModes, parts);
    if (outside !== undefined) return outside;
  }
  return undefined;
}
