import type { Rule } from '../../lifecycle/rule.ts';
import { duplicated } from './duplicated.ts';
import { emptyOnInputRequired } from './empty-on-input-required.ts';
import { exceedsLength } from './exceeds-length.ts';
import { oldestReturned } from './oldest-returned.ts';
import { turnMissing } from './turn-missing.ts';
import { zeroIgnored } from './zero-ignored.ts';

/** Rules on the messages that a snapshot holds. */
export const HISTORY_RULES: readonly Rule[] = [
  emptyOnInputRequired,
  exceedsLength,
  oldestReturned,
  zeroIgnored,
  turnMissing,
  duplicated,
];
