import type { Rule } from '../../lifecycle/rule.ts';
import { artifactsLeak } from './artifacts-leak.ts';
import { filterIgnored } from './filter-ignored.ts';
import { missingCreated } from './missing-created.ts';
import { order } from './order.ts';
import { pageSize } from './page-size.ts';
import { pageToken } from './page-token.ts';
import { totalSize } from './total-size.ts';

/** Rules on one page of the list of tasks. */
export const LIST_RULES: readonly Rule[] = [
  missingCreated,
  order,
  pageToken,
  artifactsLeak,
  filterIgnored,
  totalSize,
  pageSize,
];
