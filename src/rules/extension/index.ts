import type { Rule } from '../../lifecycle/rule.ts';
import { requiredNotEnforced } from './required-not-enforced.ts';
import { unsolicited } from './unsolicited.ts';
import { extensionWrongError } from './wrong-error.ts';

/** Rules on extensions that are required or asked for. */
export const EXTENSION_RULES: readonly Rule[] = [requiredNotEnforced, unsolicited, extensionWrongError];
