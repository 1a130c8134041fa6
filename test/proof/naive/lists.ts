import type { Task } from '../../../src/protocol/model.ts';
import type { ListSeen } from '../../../src/protocol/observation.ts';
import { BOUNDS } from './bounds.ts';
import { askedAt, receivedAt } from './course.ts';
import { at, type Definitions, v1 } from './definition.ts';
import { contextId, taskId } from './names.ts';
import { lastRead, notFoundRun } from './reads.ts';
import { endAt, stateSince } from './told.ts';

/** What the pages of a list hold. */
export const LISTS: Definitions = {
  'list/artifacts-leak': v1(
    at(['list'], (seen, { claims }) => {
      const least = claims.binding === 'GRPC' ? 1 : 0;
      if (seen.vantage.request.includeArtifacts === true) return false;
      return seen.tasks.some(({ artifacts }) => (artifacts?.length ?? -1) >= least);
    }),
  ),

  'list/filter-ignored': v1(
    at(['list'], (seen) => {
      const { contextId: context, state, updatedAfter = '' } = seen.vantage.request;
      const since = Date.parse(updatedAfter);
      if (seen.tasks.some(({ timestamp = '' }) => Date.parse(timestamp) < since - 1)) return true;
      if (context !== undefined && seen.tasks.some(({ contextId: told = context }) => told !== context)) return true;
      return state !== undefined && state !== 'unknown' && seen.tasks.some((task) => task.state !== state);
    }),
  ),

  'list/missing-created': v1(
    at(['list'], (seen, course, place) => {
      const id = taskId(course, place);
      const read = lastRead(course, place);
      if (id === undefined || endAt(course, place) !== undefined || notFoundRun(course, place).length > 0)
        return undefined;
      const asked = seen.vantage.request.contextId;
      if (asked !== undefined && asked !== contextId(course, place)) return undefined;
      if (seen.totalSize === undefined || seen.tasks.length < seen.totalSize) return undefined;
      if (read === undefined || askedAt(course, place) < receivedAt(course, read)) return undefined;
      if (askedAt(course, place) - stateSince(course, place) < BOUNDS.born) return undefined;
      return seen.tasks.every((task) => task.id !== id) ? 'suspected' : undefined;
    }),
  ),

  'list/order': v1(
    at(['list'], (seen) => {
      const times = seen.tasks
        .map(({ timestamp }) => Date.parse(timestamp ?? ''))
        .filter((time) => !Number.isNaN(time));
      return times.some((time, i) => time > (times[i - 1] ?? time) + 1);
    }),
  ),

  'list/page-token': v1(
    at(['list'], (seen, { claims, elsewhere }, place) => {
      if (seen.nextPageToken === undefined && claims.binding !== 'GRPC') return 'certain';
      const ends = endsBefore(seen, elsewhere(place).pages);
      const again = (end: Task | undefined) => end && seen.tasks.some((task) => isUnmoved(task, end));
      if (!ends.some(again)) return undefined;
      const end = ends.at(-1);
      return again(end) && !Number.isNaN(Date.parse(end?.timestamp ?? '')) ? 'certain' : 'suspected';
    }),
  ),

  'list/page-size': v1(
    at(['list'], ({ tasks, pageSize, vantage }, { claims }) => {
      const { pageSize: asked = 50 } = vantage.request;
      const most = asked > 0 ? Math.min(asked, 100) : 50;
      if (pageSize === undefined) return tasks.length > (claims.binding === 'GRPC' ? most : 0);
      return tasks.length > Math.min(most, pageSize);
    }),
  ),

  'list/total-size': v1(
    at(['list'], ({ tasks, totalSize, nextPageToken = '' }, { claims }) => {
      if (totalSize === undefined) return claims.binding !== 'GRPC' && (tasks.length > 0 || nextPageToken !== '');
      return totalSize < tasks.length + (nextPageToken === '' ? 0 : 1);
    }),
  ),
};

/** The last tasks of the pages that lead to a page, from the first of them on. */
function endsBefore(page: ListSeen, before: readonly ListSeen[]): readonly Task[] {
  const { pageToken } = page.vantage.request;
  const place = before.findLastIndex(
    (other) => pageToken && other.tasks.length > 0 && other.nextPageToken === pageToken && sameFilter(other, page),
  );
  const lead = before[place];
  return lead === undefined ? [] : [...endsBefore(lead, before.slice(0, place)), ...lead.tasks.slice(-1)];
}

function sameFilter(one: ListSeen, other: ListSeen): boolean {
  const filter = ({ vantage: { request } }: ListSeen) =>
    JSON.stringify([request.identity, request.contextId, request.state, request.updatedAfter]);
  return filter(one) === filter(other);
}

function isUnmoved(one: Task, other: Task): boolean {
  return one.id === other.id && one.timestamp === other.timestamp;
}
