import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Task } from '../../protocol/model.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isActive } from './active.ts';

/** How a message joins work that is under way is open (§3.3.3); one task has one end and each piece of its result once. */
export const twoRuns: Rule = {
  id: 'task/two-runs',
  title: 'Two messages to one task start two runs',
  claim: 'task',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'Agents may take further messages for a task that is not terminal. How they join the running work is not said. One task has one course. Two sequences of states or doubled artifacts under one id contradict the task as read.',
    clause: '3.3.3',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A message may continue an existing interaction. One task has one course.',
        clause: '7.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A message may continue an existing interaction. One task has one course.',
        clause: '7.1',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'Side effects happen twice, and the results of both runs are mixed in one task.',
  remedy: 'Serialise the messages of a task: join the running work, queue the message, or refuse it.',
  clauses: [
    clause(
      'status',
      (seen, at) => {
        const { end } = at.task;
        if (!isTerminal(seen.state) || end?.state !== seen.state || !joinedRunning(at)) return undefined;
        if (isForeign(seen.taskId, at.task)) return undefined;
        if (end.channel !== 'stream' || end.vantageId === seen.vantage.id || seen.message === undefined)
          return undefined;
        return end.print === at.print ? undefined : 'suspected';
      },
      (seen) => `two streams each told an end of their own (${seen.state}) after a message to the running task`,
      { needs: FACT.terminal | FACT.taskEnded | FACT.rare },
    ),
    clause(
      'task',
      (seen, at) =>
        at.stream === undefined &&
        isTerminal(seen.task.state) &&
        !isForeign(seen.task.id, at.task) &&
        joinedRunning(at) &&
        stammering(seen.task) !== undefined
          ? 'suspected'
          : undefined,
      (seen) =>
        `after a message to the running task, artifact ${stammering(seen.task)} holds the same piece twice in a row`,
      { needs: FACT.terminal | FACT.rare },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.send({ taskId: 't1' }).task('working');
      s.read('completed', { artifacts: { a1: [{ text: 'tick 1 ' }, { text: 'tick 2 ' }, { text: 'tick 2 ' }] } });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.send({ taskId: 't1' }).error('UnsupportedOperation');
      s.read('completed', { artifacts: { a1: [{ text: 'tick 1 ' }, { text: 'tick 2 ' }, { text: 'tick 2 ' }] } });
    }),
  },
};

/** Shorter pieces follow each other by chance. */
const TELLING_LENGTH = 4;

/** Whether a message was taken in while the task was at work. */
function joinedRunning(at: Situation): boolean {
  const turn = at.task.rare?.turn;
  return turn !== undefined && isActive(turn.before) && turn.answered !== undefined && turn.error === undefined;
}

function stammering(task: Task): string | undefined {
  return task.artifacts?.find(({ parts }) =>
    parts.some(
      ({ text }, place) => text !== undefined && text.length >= TELLING_LENGTH && parts[place + 1]?.text === text,
    ),
  )?.artifactId;
}
