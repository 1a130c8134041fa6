import { extendsText, findArtifact } from '../../lifecycle/content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { samePrint } from '../../lifecycle/fingerprint.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Task } from '../../protocol/model.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** One snapshot of the ended task is enough. Short texts are equal by chance. */
export const duplicateArtifacts: Rule = {
  id: 'settle/duplicate-artifacts',
  title: 'One result is held twice under two ids',
  severity: 'note',
  basis: { kind: 'gap', reading: 'Each result is one artifact. Nothing forbids two.', clause: '4.1.7', revision: V1 },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.7', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.7', revision: V02 } },
  },
  certainty: 'certain',
  why: 'The caller delivers the result twice, or takes the truncated copy.',
  remedy: 'Use one id for all chunks of a result, and the same id for its final form.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (at.content?.next === undefined || !isTerminal(seen.task.state) || !isRead(seen, at)) return undefined;
        return copyOf(seen.task, at) === undefined ? undefined : 'certain';
      },
      (seen, at) => copyOf(seen.task, at) ?? '',
      { needs: FACT.read | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('completed', { artifacts: { a1: 'the first half', a2: 'the first half and the second' } });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('completed', { artifacts: { a1: 'yes', a2: 'yes, and the second half' } });
    }),
  },
};

const TELLING_LENGTH = 8;
/** More artifacts than these aren't compared with each other. */
const MOST = 64;

/** Which artifact holds another one, whole or cut short. */
function copyOf({ artifacts = [] }: Task, at: Situation): string | undefined {
  for (const { artifactId, parts } of artifacts.slice(0, MOST)) {
    const whole = findArtifact(at.content, artifactId);
    for (let other = at.content; other !== undefined; other = other.next) {
      if (other === whole || whole === undefined || other.artifactId === artifactId) continue;
      if (other.textLength < TELLING_LENGTH) continue;
      if (samePrint(other, whole)) return `artifacts ${other.artifactId} and ${artifactId} hold the same`;
      if (extendsText(other, parts, at.key))
        return `artifact ${other.artifactId} is the beginning of artifact ${artifactId}`;
    }
  }
  return undefined;
}
