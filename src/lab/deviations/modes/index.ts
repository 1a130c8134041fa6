import type { Deviation } from '../../deviation.ts';
import { acceptedOutputIgnored } from './accepted-output-ignored.ts';
import { anyInputAccepted } from './any-input-accepted.ts';
import { anyInputOnResume } from './any-input-on-resume.ts';
import { declaredInputRejected } from './declared-input-rejected.ts';
import { undeclaredInputMisnamed } from './undeclared-input-misnamed.ts';
import { undeclaredOutput } from './undeclared-output.ts';

export const modes: readonly Deviation[] = [
  acceptedOutputIgnored,
  anyInputAccepted,
  anyInputOnResume,
  declaredInputRejected,
  undeclaredInputMisnamed,
  undeclaredOutput,
];
