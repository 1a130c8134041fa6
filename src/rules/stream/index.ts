import type { Rule } from '../../lifecycle/rule.ts';
import { afterTerminal } from './after-terminal.ts';
import { artifactNotStreamed } from './artifact-not-streamed.ts';
import { divergesFromTask } from './diverges-from-task.ts';
import { foreignTask } from './foreign-task.ts';
import { messageThenMore } from './message-then-more.ts';
import { noTaskFirst } from './no-task-first.ts';
import { noTerminal } from './no-terminal.ts';
import { silent } from './silent.ts';

/** Rules on what one stream tells, and on what it tells against what reads tell. */
export const STREAM_RULES: readonly Rule[] = [
  noTaskFirst,
  messageThenMore,
  afterTerminal,
  noTerminal,
  silent,
  foreignTask,
  artifactNotStreamed,
  divergesFromTask,
];
