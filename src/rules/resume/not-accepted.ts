import { FACT } from '../../lifecycle/fact.ts';
import { idPrint } from '../../lifecycle/frame-print.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { A2AErrorName } from '../../protocol/error-code.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A read asked after the refusal may be old, so it takes reads that go on; other refusals are about the content or the caller. */
export const notAccepted: Rule = {
  id: 'resume/not-accepted',
  title: 'A waiting task refuses the answer it asked for',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'A task in `input-required` is continued by a message. In `auth-required` messages SHOULD be supported. Asking for input and refusing it contradict each other. At `auth-required`, and when the refusal names the content, this rule is silent.',
    clause: '3.4.3, 7.6.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: "`input-required` waits for the user's input, and a message can continue an interaction.",
        clause: '7.1, 6.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: '`input-required` is a pause until input comes, and a message can continue an interaction.',
        clause: '7.1, 6.3',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'The task can never be finished by anybody.',
  remedy: 'Accept messages on a task that waits for input, on every worker and on every interface.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const turn = at.task.rare?.turn;
        if (!isRead(seen, at) || turn?.error === undefined || turn.answered === undefined) return undefined;
        if (turn.before !== 'input-required' || seen.task.state !== 'input-required' || at.order !== 'newer')
          return undefined;
        if (at.asked <= turn.answered || !REFUSALS.has(turn.error) || !isPlain(turn.inputModes)) return undefined;
        const lasting = turn.waiting >= 2 && at.asked - turn.waitingSince >= at.limits.regressSpanMs;
        const same = turn.question !== 0 && turn.question === questionIn(seen, at);
        return lasting && same && turn.error !== 'InternalError' ? 'certain' : 'suspected';
      },
      (_seen, at) =>
        `the task asks for input, and refused it as ${at.task.rare?.turn?.error}; reads go on saying input-required`,
      { needs: FACT.read | FACT.rare | FACT.interrupted },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const message = aMessage('which one?');
      s.send().task('input-required', { message });
      s.send({ taskId: 't1', inputModes: ['text/plain'] }).error('UnsupportedOperation');
      for (let read = 0; read < 3; read++) {
        s.wait(5_000);
        s.read('input-required', { message });
      }
    }),
    nearMiss: scene((s) => {
      s.send().task('input-required');
      s.send({ taskId: 't1', inputModes: ['text/plain'] }).error('UnsupportedOperation');
      s.wait(5_000);
      s.read('canceled');
    }),
  },
};

const REFUSALS: ReadonlySet<A2AErrorName> = new Set([
  'TaskNotFound',
  'UnsupportedOperation',
  'InvalidRequest',
  'MethodNotFound',
  'InvalidParams',
  'InternalError',
]);

/** The print of the id of the question that a snapshot shows; 0 for none. */
function questionIn({ task }: TaskSeen, at: Situation): number {
  const messageId = task.statusMessage?.messageId;
  return messageId === undefined ? 0 : idPrint(messageId, at.key);
}

/** Whether the message was of plain text, which no agent that asks for input can mean to refuse. */
function isPlain(modes: readonly string[] | undefined): boolean {
  return modes?.every((mode) => mode === 'text/plain') ?? true;
}
