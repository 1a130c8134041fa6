import type { ArtifactRecord } from '../../lifecycle/artifact-record.ts';
import { isEmpty } from '../../lifecycle/compare-content.ts';
import { contentOf } from '../../lifecycle/content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { samePrint } from '../../lifecycle/fingerprint.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Message } from '../../protocol/model.ts';
import type { StatusSeen, TaskSeen } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged by the last status of a stream, and by reads once the task is settled. A result that is only in the status message is still the task's result (D§4). */
export const outputInStatus: Rule = {
  id: 'stream/output-in-status',
  title: 'Results travel in status messages',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Messages SHOULD NOT be used to deliver task outputs.',
    clause: '3.7',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Completed tasks SHOULD return their output as artifacts.',
        clause: '6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Results are typically in the artifacts or in the status message.',
        clause: '6.3',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'A caller that collects artifacts gets nothing, or the same text twice.',
  remedy: 'Send results as artifacts and keep status messages for progress and questions.',
  clauses: [
    clause(
      'task',
      (seen, at) =>
        at.settles && seen.task.state === 'completed' && retold(seen, at) !== undefined ? 'certain' : undefined,
      (seen, at) => retold(seen, at) ?? '',
      { needs: FACT.read | FACT.terminal },
    ),
    clause(
      'status',
      (seen, at) => (seen.state === 'completed' && streamedTwice(seen, at) !== undefined ? 'certain' : undefined),
      (seen, at) => streamedTwice(seen, at) ?? '',
      { needs: FACT.terminal | FACT.streaming },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      const message = aMessage('the whole result');
      s.read('completed', { message, artifacts: { a1: 'the whole result' } });
      s.wait(1_000);
      s.read('completed', { message, artifacts: { a1: 'the whole result' } });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      const message = aMessage('that was all');
      s.read('completed', { message, artifacts: { a1: 'the whole result' } });
      s.wait(1_000);
      s.read('completed', { message, artifacts: { a1: 'the whole result' } });
    }),
  },
};

/** Shorter texts are equal by chance. */
const TELLING_LENGTH = 8;

/** How the final status message tells the result, or `undefined` if it doesn't. */
function retold(seen: TaskSeen, at: Situation): string | undefined {
  const told = wordsOf(seen.task.statusMessage, at);
  if (told === undefined) return undefined;
  if (isEmpty(at.content)) return 'the result is in the status message, and the task has no artifact';
  return onceMore(told, at.content);
}

/** How the last status of a stream tells an artifact of the same stream. What it lacks may be in the task. */
function streamedTwice(seen: StatusSeen, at: Situation): string | undefined {
  const told = isForeign(seen.taskId, at.task) ? undefined : wordsOf(seen.message, at);
  return told === undefined ? undefined : onceMore(told, at.stream?.artifacts);
}

/** What a message says, if that is long enough to be known again. */
function wordsOf(message: Message | undefined, at: Situation): ArtifactRecord | undefined {
  if (message === undefined) return undefined;
  const told = contentOf([{ artifactId: '', parts: message.parts }], at.key);
  return told === undefined || told.textLength < TELLING_LENGTH ? undefined : told;
}

function onceMore(told: ArtifactRecord, artifacts: ArtifactRecord | undefined): string | undefined {
  for (let artifact = artifacts; artifact !== undefined; artifact = artifact.next) {
    if (samePrint(artifact, told)) return `the status message holds artifact ${artifact.artifactId} once more`;
  }
  return undefined;
}
