import type { Rule } from '../../lifecycle/rule.ts';
import { flips } from './flips.ts';
import { unstableArtifacts } from './unstable-artifacts.ts';

/** Rules on what reads tell of a task that has ended. */
export const SETTLE_RULES: readonly Rule[] = [unstableArtifacts, flips];
