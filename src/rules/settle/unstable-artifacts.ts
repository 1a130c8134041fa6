import { sameContent, sameResult } from '../../lifecycle/compare-content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** D§4, invariant 1. What a canceled task still emits is `cancel/artifact-after`. */
export const unstableArtifacts: Rule = {
  id: 'settle/unstable-artifacts',
  title: 'The result of a completed task still changes',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: '`completed` is terminal. The topic page counts the artifacts to what stays as it is. `completed` is settled when two reads at least 1 s apart agree on the artifacts, or on the status message where there are none.',
    clause: '4.1.3; topics/life-of-a-task',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A terminal task cannot be restarted; its artifacts can be referred to reliably. `completed` is settled when two reads agree.',
        clause: '6.1; topics/life-of-a-task',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A terminal task cannot be restarted; its artifacts can be referred to reliably. `completed` is settled when two reads agree.',
        clause: '6.1; topics/life-of-a-task',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'What the caller delivered is not what the task holds.',
  remedy: 'Write all artifacts before you set `completed`, in one transaction with it, and refuse later writes.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { reads } = at.task;
        if (!isRead(seen, at) || !isTerminal(seen.task.state) || seen.task.state === 'canceled') return undefined;
        return reads?.state === seen.task.state && !sameResult(at, reads) ? 'certain' : undefined;
      },
      (seen, at) => {
        const other = sameContent(at.content, at.task.reads?.artifacts)
          ? 'different words and no artifacts'
          : 'different artifacts';
        return `two reads both say ${seen.task.state} and hold ${other}`;
      },
      { needs: FACT.read | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('completed', { artifacts: { a1: 'first' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a1: 'first', a2: 'second' } });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('working', { artifacts: { a1: 'first' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a1: 'first', a2: [{ url: 'https://files.example/2?signed=now' }] } });
      s.wait(1_000);
      s.read('completed', {
        artifacts: { a2: [{ url: 'https://files.example/2?signed=later' }], a1: [{ text: 'fir' }, { text: 'st' }] },
      });
    }),
  },
};
