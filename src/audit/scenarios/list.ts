import { readTimestamp } from '../../lifecycle/timestamp.ts';
import { isInterrupted } from '../../protocol/task-state.ts';
import { endlessPages } from '../../rules/list/endless-pages.ts';
import { judgeProbe } from '../probe-finding.ts';
import { listIn, type Reply } from '../reply.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { Untested } from '../untested.ts';
import type { Work } from '../work.ts';

/** More pages than this tell nothing new. */
const MOST_PAGES = 4;

const OVER_TOO_SOON = 'whether the list holds tasks at work: the work was over too soon; give a longer “slow” prompt';
const TOO_SLOW = 'whether the list holds tasks at work: round trips are so slow that it may only lag';

const ONE_PAGE = 'whether its pages come to an end: no second task of one context came to its own end';

/** Servers may keep times to the second. */
const MUCH_LATER_MS = 2_000;

/** A list that is slower than this is not waited for. */
const MOST_WAIT_MS = 10_000;

/** A list holds our task, page by page, newest first, without what was not asked for. */
export const list: Scenario = {
  id: 'list',
  title: 'lists tasks, in pages, by context, by state and by time',
  capabilities: ['list'],
  effects: 'tasks',
  appliesTo: ({ dialect }) => dialect === '1.0',
  run: async (stage) => {
    const work = await stage.begin('quick');
    await stage.finished(work);
    const isPaged = await endsBeside(stage, work);
    const first = await work.ask({ operation: 'ListTasks', ...work.context });
    if (listIn(first) === undefined) {
      const why = first.kind === 'refused' ? `the agent refused to list tasks: ${first.error.name}` : 'no list came';
      throw new Untested(why);
    }
    stage.exercised('list');
    await work.ask({ operation: 'ListTasks', includeArtifacts: true, pageSize: 5, historyLength: 1 });
    await askForOthers(work, first);
    await turnPages(stage, work, {});
    // Nothing is added to a context of ours or changed in it meanwhile, so that no page has a reason to come again.
    if (isPaged) await turnPages(stage, work, work.context);
    else stage.lacks('list', ONE_PAGE);
    const atWork = await stage.begin('slow');
    // By then a list may be expected to hold it, whatever replica is asked.
    await work.until(
      () => false,
      () => Math.min(1.2 * stage.pace.boundMs, MOST_WAIT_MS),
    );
    for (const one of [work, atWork]) {
      await one.read();
      await one.ask({ operation: 'ListTasks', ...one.context });
    }
    if (atWork.ended) stage.lacks('list', OVER_TOO_SOON);
    else if (stage.pace.boundMs > MOST_WAIT_MS) stage.lacks('list', TOO_SLOW);
  },
};

/** Whether a second task of the same context came to its end, so that a list of these two has two pages of one. */
async function endsBeside(stage: Stage, { contextId }: Work): Promise<boolean> {
  const other = stage.work();
  await other.send(stage.partsFor('quick'), { blocking: false, ...(contextId === undefined ? {} : { contextId }) });
  if (other.id === undefined) return false;
  await other.readUntil(() => other.ended || isInterrupted(other.state), stage.pace.times.patienceMs);
  return other.ended && contextId !== undefined && other.contextId === contextId;
}

/** Asks for tasks in another state, and for such as changed later: ours is none of them, unless filters are ignored. */
async function askForOthers(work: Work, first: Reply): Promise<void> {
  const state = work.state === 'canceled' ? 'completed' : 'canceled';
  await work.ask({ operation: 'ListTasks', state, ...work.context });
  const own = listIn(first)?.tasks.find(({ id }) => id === work.id);
  const since = readTimestamp(own?.timestamp);
  if (since === undefined) return;
  const updatedAfter = new Date(since + MUCH_LATER_MS).toISOString();
  await work.ask({ operation: 'ListTasks', updatedAfter, ...work.context });
}

async function turnPages(stage: Stage, work: Work, filter: Work['context']): Promise<void> {
  const pages: string[][] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const reply = await work.ask({
      operation: 'ListTasks',
      pageSize: 1,
      ...filter,
      ...(pageToken === undefined ? {} : { pageToken }),
    });
    const told = listIn(reply);
    if (told === undefined) return;
    pages.push(told.tasks.map(({ id }) => id));
    pageToken = told.nextPageToken;
    if (!pageToken) return;
  }
  if (filter.contextId === undefined) return;
  const finding = judgeProbe(endlessPages, { pages }, stage.claims, work.id);
  const course = stage.courses.find((one) => one.work === work);
  const lists = course?.observations.filter(({ kind }) => kind === 'list') ?? [];
  if (finding !== undefined) stage.found.push({ finding, witness: lists.slice(-2) });
}
