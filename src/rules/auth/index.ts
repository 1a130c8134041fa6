import type { Rule } from '../../lifecycle/rule.ts';
import { extendedCardMissing } from './extended-card-missing.ts';
import { extendedCardOpen } from './extended-card-open.ts';
import { extendedCardUndeclared } from './extended-card-undeclared.ts';
import { foreignTaskVisible } from './foreign-task-visible.ts';
import { notEnforced } from './not-enforced.ts';
import { undeclared } from './undeclared.ts';

/** Rules on who may do what. */
export const AUTH_RULES: readonly Rule[] = [
  notEnforced,
  undeclared,
  foreignTaskVisible,
  extendedCardOpen,
  extendedCardMissing,
  extendedCardUndeclared,
];
