import type { Rule } from '../../lifecycle/rule.ts';
import { contextLost } from './context-lost.ts';
import { failsOnDeclaredMode } from './fails-on-declared-mode.ts';
import { newTask } from './new-task.ts';
import { notAccepted } from './not-accepted.ts';

/** Rules on messages to a task that waits for them. */
export const RESUME_RULES: readonly Rule[] = [failsOnDeclaredMode, newTask, contextLost, notAccepted];
