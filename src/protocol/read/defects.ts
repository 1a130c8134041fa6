import { excerpt } from '../excerpt.ts';
import type { Defect, Observe, Vantage } from '../observation.ts';
import type { Dialect } from '../operation.ts';
import { FORM, type Noticed, otherDialectForm, spokenDialect } from './form.ts';

const OF_FORM: readonly (readonly [bits: number, defect: Defect, detail: string])[] = [
  [FORM.bare | FORM.kindless, 'discriminator', 'neither a wrapper nor a kind says what the object is'],
  [FORM.wrappedTask, 'field', 'the task is held by a member, and should be the answer itself'],
  [FORM.oddState, 'state-spelling', 'a task state is spelled as no version spells it'],
  [FORM.doubleL, 'state-spelling', 'a task state is spelled TASK_STATE_CANCELLED, with two l'],
  [FORM.oddRole, 'field', 'a role is neither user nor agent'],
  [FORM.noContext, 'field', 'contextId is absent'],
  [FORM.localTime, 'field', 'status.timestamp is not in UTC'],
  [FORM.zeroOffset, 'time-form', 'status.timestamp is in UTC by an offset of zero, and not by a Z'],
  [FORM.several, 'field', 'one answer holds two events, such as a task and a message'],
  [FORM.oddBytes, 'field', 'the bytes of a file are not in base64'],
  [FORM.flatFile, 'field', 'a part of the kind file holds no file object'],
  [FORM.flatData, 'field', 'the data of a part are no object'],
  [FORM.snakeCase, 'field', 'members are spelled as in the proto files, such as task_id'],
];

/** Tells, as defects, what was noticed of a form and is not in the `allowed` bits of the dialect. */
export function tellForm(
  noticed: Noticed,
  allowed: number,
  dialect: Dialect,
  vantage: Vantage,
  received: number,
  observe: Observe,
): void {
  const { bits, absent, wrong, state } = noticed;
  const excess = bits & ~allowed;
  if (excess === 0) return;
  const tell = (defect: Defect, detail: string): void => observe({ kind: 'defect', defect, detail, vantage, received });
  const foreign = excess & otherDialectForm(dialect);
  if (foreign !== 0) {
    const spoken = spokenDialect(bits);
    const detail = `in the form of another version than ${dialect}: ${namesOf(foreign)}`;
    observe({
      kind: 'defect',
      defect: 'other-dialect',
      detail,
      vantage,
      received,
      ...(spoken === undefined || spoken === dialect ? {} : { spoken }),
    });
  } else if ((excess & FORM.kind) !== 0) {
    tell('discriminator', 'a kind says what the object is, and the member that should hold it is absent');
  }
  for (const [form, defect, text] of OF_FORM) if ((excess & form) !== 0) tell(defect, text);
  if ((excess & FORM.strangeState) !== 0) tell('unknown-state', `${excerpt(state)} is no task state`);
  if ((excess & FORM.absent) !== 0) tell('field', `${absent} is absent`);
  if ((excess & FORM.wrongType) !== 0) tell('field', `${wrong} is of the wrong type`);
}

const NAMES: readonly (readonly [bit: number, name: string])[] = [
  [FORM.kind, 'a kind as discriminator'],
  [FORM.wrapper, 'a wrapper'],
  [FORM.shortState, 'short states'],
  [FORM.enumState, 'enum states'],
  [FORM.shortRole, 'short roles'],
  [FORM.enumRole, 'enum roles'],
  [FORM.kindFile, 'files by kind'],
  [FORM.memberPart, 'parts without a kind'],
  [FORM.final, 'a final flag'],
  [FORM.protoForm, 'the proto form of 0.3'],
];

function namesOf(bits: number): string {
  return NAMES.filter(([bit]) => (bits & bit) !== 0)
    .map(([, name]) => name)
    .join(', ');
}
