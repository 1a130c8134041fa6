import { differingIn, missingFrom, sameContent } from '../../lifecycle/compare-content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { V1, V02, V03 } from '../revision.ts';
import { neverStreamed, otherThanStreamed } from '../stream/read-against-stream.ts';

/** D§4, invariant 1: the two reads that settle a task, against what the stream or the answer to the send had brought. */
export const disputed: Rule = {
  id: 'settle/disputed',
  title: 'The streamed result is not the stored result',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'GetTask returns the artifacts of the task; the stream brought the events that made them. When a stream was read whole, its content must equal that of the settled task; and the task must hold every artifact that any stream brought. It is also an invariant of ours.',
    clause: '3.1.3, 3.5.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`tasks/get` returns the artifacts; the stream brings them in chunks.',
        clause: '7.3, 7.2.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`tasks/get` returns the artifacts; the stream brings them in chunks.',
        clause: '7.3, 7.2.3',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Two versions of the result exist, and the caller cannot know which one the agent means.',
  remedy: 'Apply each artifact event once, with the same meaning of `append`, to the store and to the stream.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (!at.settles || seen.task.state !== 'completed') return undefined;
        if (answeredOtherwise(at)) return 'certain';
        return neverStreamed(seen, at) === undefined && otherThanStreamed(seen, at) === undefined
          ? undefined
          : 'certain';
      },
      (_seen, at) =>
        `two reads agree on a result that ${answeredOtherwise(at) ? 'the answer to the send' : 'the stream'} tells otherwise`,
      { needs: FACT.read | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage', { blocking: true }).task('completed', { artifacts: { a1: 'as answered' } });
      s.read('completed', { artifacts: { a1: 'as stored' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a1: 'as stored' } });
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage', { blocking: false }).task('completed');
      s.read('completed', { artifacts: { a1: 'as stored' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a1: 'as stored' } });
    }),
  },
};

/**
 * Whether the answer to the send that told the end held something else. Only the answer of a send that waits has to
 * hold everything (§3.2.2, 1.0); from the others nothing is concluded by what they lack.
 */
function answeredOtherwise(at: Situation): boolean {
  const { end } = at.task;
  if (end?.operation !== 'SendMessage' || end.state !== 'completed') return false;
  if (end.whole) return !sameContent(end.artifacts, at.content);
  return differingIn(end.artifacts, at.content) !== undefined || missingFrom(end.artifacts, at.content) !== undefined;
}
