import { defineDeviation } from '../../deviation.ts';
import { behind, renamed } from '../parts/ids.ts';

const prefix = 'задача-任务-';

export const unicodeIds = defineDeviation({
  name: 'unicode-ids',
  title: 'names its tasks and contexts in letters beyond ASCII',
  shows: 'a caller that puts an id into a url as it is asks for a task that nobody knows',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => renamed(behind(prefix)),
});
