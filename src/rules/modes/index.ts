import type { Rule } from '../../lifecycle/rule.ts';
import { declaredInputRejected } from './declared-input-rejected.ts';
import { unacceptedOutput } from './unaccepted-output.ts';
import { undeclaredInputAccepted } from './undeclared-input-accepted.ts';
import { undeclaredOutput } from './undeclared-output.ts';
import { wrongError } from './wrong-error.ts';

/** Rules on the media types that go in and come out. */
export const MODES_RULES: readonly Rule[] = [
  declaredInputRejected,
  undeclaredInputAccepted,
  undeclaredOutput,
  unacceptedOutput,
  wrongError,
];
