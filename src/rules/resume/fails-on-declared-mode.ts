import { FACT } from '../../lifecycle/fact.ts';
import type { Certainty } from '../../lifecycle/finding.ts';
import { takesAll } from '../../lifecycle/modes.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { asObject } from '../../protocol/json.ts';
import type { Message } from '../../protocol/model.ts';
import type { TaskState } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Refusing the message and leaving the task as it was is `modes/declared-input-rejected`: then nothing is lost. */
export const failsOnDeclaredMode: Rule = {
  id: 'resume/fails-on-declared-mode',
  title: 'The task fails over an answer in a declared input mode',
  claim: 'inputModes',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: "The card's input modes are those that the agent supports. A media type it cannot take is ContentTypeNotSupportedError, with the task untouched. A follow-up in a declared mode is taken. Declaring the mode and failing the task over it contradict each other.",
    clause: '4.4.1, 3.1.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'The default input modes are the media types supported for all skills. A follow-up in a declared mode is taken.',
        clause: '5.5, 8.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'The default input modes are the media types accepted by the agent. A follow-up in a declared mode is taken.',
        clause: '5.5, 8.2',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'A valid answer destroys a task that only waited for it.',
  remedy:
    'Accept in every turn what the card declares, or declare less; refuse an unusable answer with ContentTypeNotSupportedError and stay `input-required`.',
  clauses: [
    clause(
      'task',
      (seen, at) =>
        isForeign(seen.task.id, at.task) ? undefined : failsOn(seen.task.state, seen.task.statusMessage, at),
      (seen, at) => tell(seen.task.state, at),
      { needs: FACT.terminal | FACT.rare },
    ),
    clause(
      'status',
      (seen, at) => (isForeign(seen.taskId, at.task) ? undefined : failsOn(seen.state, seen.message, at)),
      (seen, at) => tell(seen.state, at),
      { needs: FACT.terminal | FACT.rare },
    ),
  ],
  pair: {
    raises: scene(
      (s) => {
        s.send().task('input-required');
        s.send({ taskId: 't1', inputModes: ['application/json'] }).task('failed', {
          message: { parts: [{ data: { code: -32602 } }] },
        });
      },
      { inputModes: ['text/plain', 'application/json'] },
    ),
    nearMiss: scene(
      (s) => {
        s.send().task('input-required');
        s.send({ taskId: 't1', inputModes: ['image/png'] }).task('failed', {
          message: { parts: [{ data: { code: -32005 } }] },
        });
      },
      { inputModes: ['text/plain', 'application/json'] },
    ),
  },
};

/** Whether the task fails over the last message, all of which is declared, after it had asked for one. */
function failsOn(state: TaskState, message: Message | undefined, at: Situation): Certainty | undefined {
  if (state !== 'failed' && state !== 'rejected') return undefined;
  const turn = at.task.rare?.turn;
  const { inputModes, inputModesOfEverySkill } = at.task.peer.claims;
  if (turn?.inputModes === undefined || turn.before !== 'input-required' || at.task.end !== undefined) return undefined;
  if (inputModes.length === 0 || !takesAll(inputModes, turn.inputModes)) return undefined;
  if (turn.inputModes.every((mode) => mode === 'text/plain')) return undefined;
  const blamed = turn.error === 'ContentTypeNotSupported' || blamesContent(message);
  return blamed && takesAll(inputModesOfEverySkill ?? inputModes, turn.inputModes) ? 'certain' : 'suspected';
}

/** Whether a message says, in a form for machines, that the content was of no use: by a code or a reason. */
function blamesContent(message: Message | undefined): boolean {
  const facts = [message?.metadata, ...(message?.parts ?? []).flatMap((part) => [part.data, part.metadata])];
  return facts.some((fact) => {
    const object = asObject(fact);
    const error = asObject(object?.['error']) ?? object;
    return BLAMES.has(error?.['code']) || BLAMES.has(error?.['reason']);
  });
}

const BLAMES: ReadonlySet<unknown> = new Set([-32005, -32602, 'CONTENT_TYPE_NOT_SUPPORTED']);

function tell(state: TaskState, at: Situation): string {
  return `the task had asked for input, got it as ${at.task.rare?.turn?.inputModes?.join(', ')}, which the card declares, and is ${state}`;
}
