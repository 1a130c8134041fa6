import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import type { ArtifactSeen, StatusSeen } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isActive } from './active.ts';

/** Legal among live states (D§4); but the caller has asked its user. Another caller of the task may have answered. */
export const spuriousInterrupt: Rule = {
  id: 'task/spurious-interrupt',
  title: 'A request for input takes itself back',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading: 'A task that asks for input waits for it. Other moves among live states are free.',
    clause: '4.1.3',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.3', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.3', revision: V02 } },
  },
  certainty: 'suspected',
  why: 'The caller asks its user for something that is not needed, or starts a second run with the answer.',
  remedy: 'Set `input-required` only when nothing else of the task is running.',
  clauses: [
    clause(
      'status',
      (seen, at) => (isActive(seen.state) && takesBack(seen, at) ? 'suspected' : undefined),
      (seen, at) =>
        `input was asked for, and ${at.now - (at.stream?.lastFrameAt ?? 0)} ms later, without any, the task was ${seen.state}`,
      { needs: FACT.asking },
    ),
    clause(
      'artifact',
      (seen, at) => (takesBack(seen, at) ? 'suspected' : undefined),
      (_seen, at) =>
        `input was asked for, and ${at.now - (at.stream?.lastFrameAt ?? 0)} ms later, without any, an artifact came`,
      { needs: FACT.asking },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('input-required');
      stream.status('working');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('input-required');
      s.send({ taskId: 't1' }).task('working');
      stream.status('working');
    }),
  },
};

/** Whether a stream has just asked for input that nobody of ours has given since. */
function takesBack(seen: StatusSeen | ArtifactSeen, at: Situation): boolean {
  const { stream, task } = at;
  if (stream?.state !== 'input-required' || (stream.flags & STREAM.overlap) !== 0 || isForeign(seen.taskId, task))
    return false;
  if (at.now - stream.lastFrameAt > at.limits.takenBackMs || task.cancel !== undefined) return false;
  const turn = task.rare?.turn;
  return turn === undefined || turn.asked < stream.lastFrameAt;
}
