import type { Deviation } from '../deviation.ts';
import { awkward } from './awkward/index.ts';
import { callers } from './callers/index.ts';
import { cancel } from './cancel/index.ts';
import { card } from './card/index.ts';
import { errors } from './errors/index.ts';
import { honest } from './honest.ts';
import { lists } from './lists/index.ts';
import { modes } from './modes/index.ts';
import { push } from './push/index.ts';
import { streams } from './streams/index.ts';
import { tasks } from './tasks/index.ts';
import { turns } from './turns/index.ts';

/** Deviations of one kind. */
export interface DeviationFamily {
  readonly title: string;
  readonly deviations: readonly Deviation[];
}

/** All that a lab peer can do, in the order in which it is listed to people. */
export const deviationFamilies: readonly DeviationFamily[] = [
  { title: 'The measure of all', deviations: [honest] },
  { title: 'Streams', deviations: streams },
  { title: 'Tasks and their results', deviations: tasks },
  { title: 'Cancels', deviations: cancel },
  { title: 'Questions, answers and history', deviations: turns },
  { title: 'Media types', deviations: modes },
  { title: 'Web-hooks', deviations: push },
  { title: 'Refusals', deviations: errors },
  { title: 'Lists', deviations: lists },
  { title: 'Callers, extensions and versions', deviations: callers },
  { title: 'The card', deviations: card },
  { title: 'Hard to bear, and right', deviations: awkward },
];

/** The same in one list. */
export const deviations: readonly Deviation[] = deviationFamilies.flatMap((family) => family.deviations);
