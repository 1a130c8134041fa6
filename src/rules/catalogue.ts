import type { Rule } from '../lifecycle/rule.ts';
import { AUTH_RULES } from './auth/index.ts';
import { CANCEL_RULES } from './cancel/index.ts';
import { ERROR_RULES } from './error/index.ts';
import { EXTENSION_RULES } from './extension/index.ts';
import { HISTORY_RULES } from './history/index.ts';
import { LIST_RULES } from './list/index.ts';
import { MODES_RULES } from './modes/index.ts';
import { PUSH_RULES } from './push/index.ts';
import { RESUME_RULES } from './resume/index.ts';
import { SETTLE_RULES } from './settle/index.ts';
import { STREAM_RULES } from './stream/index.ts';
import { TASK_RULES } from './task/index.ts';
import { VERSION_RULES } from './version/index.ts';

/** Every rule, family by family. */
export const RULES: readonly Rule[] = [
  ...STREAM_RULES,
  ...TASK_RULES,
  ...SETTLE_RULES,
  ...CANCEL_RULES,
  ...RESUME_RULES,
  ...MODES_RULES,
  ...HISTORY_RULES,
  ...PUSH_RULES,
  ...LIST_RULES,
  ...ERROR_RULES,
  ...AUTH_RULES,
  ...VERSION_RULES,
  ...EXTENSION_RULES,
];
