import type { Rule } from '../../lifecycle/rule.ts';
import { backward } from './backward.ts';
import { contextChanged } from './context-changed.ts';
import { staleRead } from './stale-read.ts';
import { terminalOverwritten } from './terminal-overwritten.ts';
import { unknownState } from './unknown-state.ts';

/** Rules on the task's state machine as told on any channel. */
export const TASK_RULES: readonly Rule[] = [backward, staleRead, terminalOverwritten, contextChanged, unknownState];
