import { isEmpty } from '../../lifecycle/compare-content.ts';
import { contentOf } from '../../lifecycle/content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { samePrint } from '../../lifecycle/fingerprint.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged once the task is settled. A result that is only in the status message is still the task's result (D§4). */
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
  const parts = seen.task.statusMessage?.parts ?? [];
  const told = contentOf([{ artifactId: '', parts }], at.key);
  if (told === undefined || told.textLength < TELLING_LENGTH) return undefined;
  if (isEmpty(at.content)) return 'the result is in the status message, and the task has no artifact';
  for (let artifact = at.content; artifact !== undefined; artifact = artifact.next) {
    if (samePrint(artifact, told)) return `the status message holds artifact ${artifact.artifactId} once more`;
  }
  return undefined;
}
