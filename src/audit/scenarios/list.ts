import type { Task } from '../../protocol/model.ts';
import type { Reply } from '../reply.ts';
import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';

/** More pages than this tell nothing new. */
const MOST_PAGES = 3;

/** A list that is slower than this is not waited for. */
const MOST_WAIT_MS = 10_000;

/** A list holds our task, page by page, newest first, without what was not asked for. */
export const list: Scenario = {
  id: 'list',
  title: 'lists tasks, in pages and by context',
  capabilities: ['list'],
  effects: 'tasks',
  appliesTo: ({ dialect }) => dialect === '1.0',
  run: async (stage) => {
    const [work] = await Promise.all([stage.begin('quick'), stage.begin('quick')]);
    await stage.finished(work);
    const first = await work.ask({ operation: 'ListTasks', ...work.context });
    if (listIn(first) === undefined) {
      const why = first.kind === 'refused' ? `the agent refused to list tasks: ${first.error.name}` : 'no list came';
      throw new Untested(why);
    }
    stage.exercised('list');
    await work.ask({ operation: 'ListTasks', includeArtifacts: true, pageSize: 5, historyLength: 1 });
    let pageToken: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const reply = await work.ask({ operation: 'ListTasks', pageSize: 1, ...(pageToken ? { pageToken } : {}) });
      const told = listIn(reply);
      if (!told?.nextPageToken) break;
      pageToken = told.nextPageToken;
    }
    // By now a list may be expected to hold it, whatever replica is asked.
    await work.until(() => false, Math.min(1.2 * stage.pace.boundMs, MOST_WAIT_MS));
    await work.read();
    await work.ask({ operation: 'ListTasks', ...work.context });
  },
};

function listIn(
  reply: Reply,
): { readonly tasks: readonly Task[]; readonly nextPageToken: string | undefined } | undefined {
  return reply.kind === 'other' && reply.seen.kind === 'list' ? reply.seen : undefined;
}
