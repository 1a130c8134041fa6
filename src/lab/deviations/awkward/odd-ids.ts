import { defineDeviation } from '../../deviation.ts';
import { behind, renamed } from '../parts/ids.ts';

const prefix = 'a/b c:d?e#f%2Fg+&"';

export const oddIds = defineDeviation({
  name: 'odd-ids',
  title: 'puts slashes, colons, spaces and percent signs into the ids of tasks and contexts',
  shows: 'a caller that builds urls by hand asks for something else',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => renamed(behind(prefix)),
});
