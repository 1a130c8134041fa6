import { awkward } from './awkward.ts';
import { callers } from './callers.ts';
import { cards } from './cards.ts';
import { errors } from './errors.ts';
import { lists } from './lists.ts';
import { push } from './push.ts';
import type { Incidents } from './stage.ts';
import { streams } from './streams.ts';
import { tasks } from './tasks.ts';
import { turns } from './turns.ts';

/** By deviation: what befalls a caller who believes what it is told. */
export const incidents: Incidents = {
  ...streams,
  ...tasks,
  ...turns,
  ...push,
  ...errors,
  ...lists,
  ...callers,
  ...cards,
  ...awkward,
};
