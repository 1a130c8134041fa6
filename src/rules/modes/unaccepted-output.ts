import { takes } from '../../lifecycle/modes.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { withoutParameters } from '../../protocol/call.ts';
import type { Artifact, Part, Task } from '../../protocol/model.ts';
import type { Vantage } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Where the card and the caller have no mode in common, no send should have been made. */
export const unacceptedOutput: Rule = {
  id: 'modes/unaccepted-output',
  title: 'The result is in none of the modes that the caller accepts',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Agents SHOULD use the accepted output modes to tailor their output.',
    clause: '3.2.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The client lists the media types it is prepared to accept.',
        clause: '7.1.1',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The client lists the output modalities it accepts.',
        clause: '7.1.1',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller gets a result that it said it cannot read.',
  remedy:
    'Choose an output that the request accepts, or refuse with ContentTypeNotSupportedError before the work begins.',
  clauses: [
    clause(
      'artifact',
      (seen, at) => (isAllOutside(seen.artifact.parts, seen.vantage, at) ? 'certain' : undefined),
      (seen) => tell(seen.artifact.parts, seen.vantage),
    ),
    clause(
      'task',
      (seen, at) => (unacceptedIn(seen.task, seen.vantage, at) === undefined ? undefined : 'certain'),
      (seen, at) => tell(unacceptedIn(seen.task, seen.vantage, at)?.parts ?? [], seen.vantage),
    ),
  ],
  pair: {
    raises: scene((s) =>
      s.call('SendMessage', { acceptedOutputModes: ['text/plain'] }).task('completed', {
        artifacts: { a1: [{ raw: 'AAAA', mediaType: 'image/png' }] },
      }),
    ),
    nearMiss: scene((s) =>
      s.call('SendMessage', { acceptedOutputModes: ['text/plain'] }).task('completed', {
        artifacts: {
          a1: [
            { raw: 'AAAA', mediaType: 'image/png' },
            { text: 'or in words', mediaType: 'text/plain' },
          ],
        },
      }),
    ),
  },
};

/** Whether a result has parts with a media type, and none that the caller takes. */
function isAllOutside(parts: readonly Part[], { request }: Vantage, at: Situation): boolean {
  const accepted = request.acceptedOutputModes;
  if (accepted === undefined || accepted.length === 0) return false;
  const { outputModes } = at.task.peer.claims;
  if (outputModes.length > 0 && !outputModes.some((mode) => takes(accepted, mode))) return false;
  const typed = parts.filter((part) => part.mediaType);
  return typed.length > 0 && typed.every(({ mediaType }) => !takes(accepted, withoutParameters(mediaType ?? '')));
}

function unacceptedIn(task: Task, vantage: Vantage, at: Situation): Artifact | undefined {
  if (vantage.request.acceptedOutputModes === undefined) return undefined;
  return task.artifacts?.find(({ parts }) => isAllOutside(parts, vantage, at));
}

function tell(parts: readonly Part[], { request }: Vantage): string {
  return `the caller takes ${request.acceptedOutputModes?.join(', ')}, and the result is of ${parts.map((part) => part.mediaType ?? 'no type').join(', ')}`;
}
