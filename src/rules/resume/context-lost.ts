import { missingFrom } from '../../lifecycle/compare-content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { isAskedAgain } from '../../lifecycle/note-turn.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Message } from '../../protocol/model.ts';
import type { TaskState } from '../../protocol/task-state.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** What a read lacks may be lag, until reads go on lacking it; and an agent may ask again in earnest. */
export const contextLost: Rule = {
  id: 'resume/context-lost',
  title: 'A resumed task goes on as if nothing had been said before',
  claim: 'task',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading:
      'Told when the same question comes back twice in a row after accepted answers, or when a result lacks what only an earlier turn said and a control has it.',
    clause: '3.4.3',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.1', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.1', revision: V02 } },
  },
  certainty: 'either',
  why: 'The user answers the same question again and again, and the work starts from nothing.',
  remedy: 'Load the stored state of the task when its answer comes in, instead of starting a new run.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const turn = at.task.rare?.turn;
        if (!isRead(seen, at) || turn?.answered === undefined || turn.error !== undefined || at.order !== 'newer')
          return undefined;
        if (at.asked <= turn.answered || missingFrom(turn.artifacts, at.content) === undefined) return undefined;
        const lasting = turn.lacking >= 2 && at.asked - turn.lackingSince >= at.limits.regressSpanMs;
        return lasting ? 'certain' : 'suspected';
      },
      (_seen, at) =>
        `artifact ${missingFrom(at.task.rare?.turn?.artifacts, at.content)} was there before the last message, and reads lack it since`,
      { needs: FACT.read | FACT.rare },
    ),
    clause(
      'task',
      (seen, at) =>
        !isForeign(seen.task.id, at.task) && isStuck(seen.task.state, seen.task.statusMessage, at)
          ? 'suspected'
          : undefined,
      () => 'the same question was asked again after each of two answers',
      { needs: FACT.interrupted | FACT.rare },
    ),
    clause(
      'status',
      (seen, at) =>
        !isForeign(seen.taskId, at.task) && isStuck(seen.state, seen.message, at) ? 'suspected' : undefined,
      () => 'the same question was asked again after each of two answers',
      { needs: FACT.interrupted | FACT.rare },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('input-required');
      s.read('input-required', { artifacts: { a1: 'half of it' } });
      s.send({ taskId: 't1' }).task('working');
      for (let read = 0; read < 3; read++) {
        s.wait(5_000);
        s.read('working');
      }
    }),
    nearMiss: scene((s) => {
      s.send().task('input-required', { message: aMessage('which one?') });
      s.send({ taskId: 't1' }).task('input-required', { message: aMessage('which one?') });
      s.send({ taskId: 't1' }).task('completed');
    }),
  },
};

/** Once may be a misunderstanding. */
function isStuck(state: TaskState, message: Message | undefined, at: Situation): boolean {
  const rare = at.task.rare;
  if (state !== 'input-required' || message === undefined || rare?.turn === undefined || rare.asks < 1) return false;
  return rare.turn.asked > rare.questionAt && isAskedAgain(message, at);
}
