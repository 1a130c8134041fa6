import type { Rule } from '../../lifecycle/rule.ts';
import { disputed } from './disputed.ts';
import { duplicateArtifacts } from './duplicate-artifacts.ts';
import { emptyCompleted } from './empty-completed.ts';
import { flips } from './flips.ts';
import { unstableArtifacts } from './unstable-artifacts.ts';
import { vanishes } from './vanishes.ts';

/** Rules on what reads tell of a task that has ended. */
export const SETTLE_RULES: readonly Rule[] = [
  unstableArtifacts,
  disputed,
  flips,
  vanishes,
  emptyCompleted,
  duplicateArtifacts,
];
