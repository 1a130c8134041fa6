import type { Defect, Observe, Vantage } from '../observation.ts';
import type { Dialect } from '../operation.ts';
import { FORM, otherDialectForm } from './form.ts';

const OF_FORM: readonly (readonly [bits: number, defect: Defect, detail: string])[] = [
  [FORM.bare, 'discriminator', 'neither a wrapper nor a kind says what the object is'],
  [FORM.oddState | FORM.doubleL, 'state-spelling', 'a task state is spelled as no dialect spells it'],
  [FORM.oddRole, 'field', 'a role is neither user nor agent'],
];

/** Tells, as defects, the form bits that the dialect does not allow. */
export function tellForm(
  excess: number,
  detail: string,
  dialect: Dialect,
  vantage: Vantage,
  received: number,
  observe: Observe,
): void {
  const tell = (defect: Defect, text: string): void =>
    observe({ kind: 'defect', defect, detail: text, vantage, received });
  for (const [bits, defect, text] of OF_FORM) if ((excess & bits) !== 0) tell(defect, text);
  if ((excess & otherDialectForm(dialect)) !== 0)
    tell('other-dialect', `written in the form of another version than ${dialect}`);
  if ((excess & FORM.missing) !== 0) tell('field', `${detail} is absent`);
  if ((excess & FORM.wrongType) !== 0) tell('field', `${detail} is of the wrong type`);
}
