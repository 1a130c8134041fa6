import type { Trace } from '../../../src/lifecycle/rule.ts';
import { aTask, scene } from '../../../src/lifecycle/scene.ts';

/** Courses that the pairs of the rules don't show, and that chance seldom makes. */
export const SCENES: readonly Trace[] = [
  // All at once at the end, and far apart by the peer's own clock.
  scene((s) => {
    const stream = s.stream();
    stream.task('submitted', { timestamp: '2026-01-01T00:00:00Z' });
    s.wait(9_000);
    stream.status('working', { timestamp: '2026-01-01T00:00:01Z' });
    stream.status('completed', { timestamp: '2026-01-01T00:00:09Z', final: true });
  }),
  // Streams that were joined, and what came while they were open.
  scene((s) => {
    s.send().task('working');
    const stream = s.stream('SubscribeToTask');
    stream.task('working', { artifacts: { a1: 'before' } });
    stream.artifact('a2', 'streamed');
    stream.status('completed', { final: true });
    stream.close('peer');
    s.read('completed', { artifacts: { a1: 'before', a2: 'streamed', a3: 'stored' } });
  }),
  scene((s) => {
    s.send().task('working');
    const stream = s.stream('SubscribeToTask');
    s.read('working', { artifacts: { a1: 'before' } });
    stream.artifact('a2', 'streamed');
    stream.status('completed', { final: true });
    stream.close('peer');
    s.read('completed', { artifacts: { a1: 'before', a3: 'stored' } });
    s.wait(1_000);
    s.read('completed', { artifacts: { a1: 'before', a3: 'stored' } });
  }),
  // Two streams whose events only their times tell apart.
  scene((s) => {
    const first = s.stream();
    first.task('working');
    const second = s.stream('SubscribeToTask');
    second.task('working');
    for (const place of [1, 2, 3]) first.status('working', { timestamp: `2026-01-01T00:00:0${place}Z` });
    for (const place of [1, 3]) second.status('working', { timestamp: `2026-01-01T00:00:0${place}Z` });
    second.close('peer');
  }),
  // Pages that lead on to each other.
  scene((s) => {
    const listed = (n: number) => aTask('working', { taskId: `t${n}`, timestamp: `2026-01-01T00:00:0${9 - n}Z` });
    const page = { totalSize: 9, pageSize: 50 };
    s.call('ListTasks').list([listed(1)], { ...page, nextPageToken: 'p2' });
    s.call('ListTasks', { pageToken: 'p2' }).list([listed(2)], { ...page, nextPageToken: 'p3' });
    s.call('ListTasks', { pageToken: 'p3' }).list([listed(3)], { ...page, nextPageToken: 'p2' });
    s.call('ListTasks', { pageToken: 'p2' }).list([listed(1), listed(2)], { ...page, nextPageToken: '' });
  }),
  // A subscription that comes too late, and is told nothing.
  scene((s) => {
    s.send().task('working');
    s.read('completed');
    s.stream('SubscribeToTask').close('peer');
  }),
  scene((s) => {
    s.send().task('working');
    s.read('completed');
    s.stream('SubscribeToTask').silence(15_000);
  }),
  // A status that blames the caller for a fault of the server's.
  scene((s) => s.send().error('InternalError', { httpStatus: 404 }), { binding: 'HTTP+JSON' }),
  // Statuses that are not those of the error, or of the code in it.
  scene((s) => s.send().error('TaskNotFound', { httpStatus: 500 }), { binding: 'HTTP+JSON' }),
  scene((s) => s.send().error('other', { code: 404, httpStatus: 400 }), { binding: 'HTTP+JSON' }),
];
