import { V1 } from '../../lifecycle/revision.ts';
import type { ProbeRule } from '../probe-rule.ts';

/** Pages of a list, one behind the other, while nothing was added to it: the ids of their tasks. */
export interface Pages {
  readonly pages: readonly (readonly string[])[];
}

export const endlessPages: ProbeRule<Pages> = {
  id: 'list/endless-pages',
  title: 'The pages of a list repeat each other and do not end',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.4',
    revision: V1,
    says: 'A page token fetches the page that comes next, and the token of the last page must be empty. A page that has been there already does not come next.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'A caller that reads to the last page of the list reads for ever, and counts each task many times.',
  remedy: 'Let a page token name the place behind the last task of its page, and leave it empty where nothing follows.',
  check: ({ pages }) => {
    const seen = new Map<string, number>();
    for (const [page, ids] of pages.entries()) {
      for (const id of ids) {
        const before = seen.get(id);
        if (before !== undefined) {
          return {
            certainty: 'certain',
            because: `page ${page + 1} shows task ${id}, which page ${before + 1} had shown, and names a page that comes next`,
          };
        }
      }
      for (const id of ids) seen.set(id, page);
    }
    return undefined;
  },
  pair: { raises: { pages: [['t1'], ['t1']] }, nearMiss: { pages: [['t1'], ['t2']] } },
};
