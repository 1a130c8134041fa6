import type { Deviation } from '../../deviation.ts';
import { listIgnoresFilters } from './list-ignores-filters.ts';
import { listLeaksArtifacts } from './list-leaks-artifacts.ts';
import { listMissesTasks } from './list-misses-tasks.ts';
import { listNeverEnds } from './list-never-ends.ts';
import { listUnordered } from './list-unordered.ts';

export const lists: readonly Deviation[] = [
  listIgnoresFilters,
  listLeaksArtifacts,
  listMissesTasks,
  listNeverEnds,
  listUnordered,
];
