import type { ContractRule } from '../contract-rule.ts';
import { authUnsatisfiable } from './auth-unsatisfiable.ts';
import { needDenied } from './need-denied.ts';
import { noCommonInputMode } from './no-common-input-mode.ts';
import { noCommonInterface } from './no-common-interface.ts';
import { noCommonOutputMode } from './no-common-output-mode.ts';
import { noSuchSkill } from './no-such-skill.ts';
import { pushAuthUnsatisfiable } from './push-auth-unsatisfiable.ts';
import { pushUnreachableListener } from './push-unreachable-listener.ts';
import { refusedBefore } from './refused-before.ts';
import { requiredExtension } from './required-extension.ts';
import { resumeModesDisjoint } from './resume-modes-disjoint.ts';
import { signatureRequired } from './signature-required.ts';
import { streamingOnlyMode } from './streaming-only-mode.ts';
import { suspectCapability } from './suspect-capability.ts';
import { unboundedLongTask } from './unbounded-long-task.ts';
import { unobservableWorking } from './unobservable-working.ts';

/** The rules of negotiation, those first that say the most about why nothing can be begun. */
export const CONTRACT_RULES: readonly ContractRule[] = [
  noCommonInterface,
  signatureRequired,
  refusedBefore,
  authUnsatisfiable,
  requiredExtension,
  noSuchSkill,
  noCommonInputMode,
  noCommonOutputMode,
  streamingOnlyMode,
  needDenied,
  pushUnreachableListener,
  pushAuthUnsatisfiable,
  resumeModesDisjoint,
  unobservableWorking,
  unboundedLongTask,
  suspectCapability,
];
