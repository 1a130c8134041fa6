import type { Deviation } from '../../deviation.ts';
import { listGoesRound } from './list-goes-round.ts';
import { listIgnoresFilters } from './list-ignores-filters.ts';
import { listInOnePage } from './list-in-one-page.ts';
import { listLeaksArtifacts } from './list-leaks-artifacts.ts';
import { listMissesTasks } from './list-misses-tasks.ts';
import { listNeverEnds } from './list-never-ends.ts';
import { listUnordered } from './list-unordered.ts';

export const lists: readonly Deviation[] = [
  listGoesRound,
  listIgnoresFilters,
  listInOnePage,
  listLeaksArtifacts,
  listMissesTasks,
  listNeverEnds,
  listUnordered,
];
