import type { Rule } from '../../lifecycle/rule.ts';
import { headerIgnored } from './header-ignored.ts';
import { supportedRefused } from './supported-refused.ts';
import { unsupportedAccepted } from './unsupported-accepted.ts';
import { wrongError } from './wrong-error.ts';

/** Rules on the version that a request names. */
export const VERSION_RULES: readonly Rule[] = [unsupportedAccepted, wrongError, supportedRefused, headerIgnored];
