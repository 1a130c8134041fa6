import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Several streams of one task are a MAY (§3.5.2), so a second one may be refused; the caller has to know. */
export const subscribeRefused: Rule = {
  id: 'stream/subscribe-refused',
  title: 'A live task cannot be subscribed to, although subscribing works',
  claim: 'stream.subscribe',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading:
      'A refusal that names another cause than `not supported`, or while another stream of the task is open. Several streams are a MAY.',
    clause: '3.1.6, 3.5.2',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.9', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.9', revision: V02 } },
  },
  certainty: 'suspected',
  why: 'After a reconnect a live task looks lost, or a second watcher gets nothing.',
  remedy:
    'Serve subscriptions from the store and a shared event queue, also for tasks that wait for input and on every worker.',
  clauses: [
    clause(
      'task',
      (seen, at) =>
        isRead(seen, at) && !isTerminal(seen.task.state) && at.order === 'newer' && refusal(at) !== undefined
          ? 'suspected'
          : undefined,
      (seen, at) =>
        `subscribing was refused${isSecond(refusal(at)) ? ' while another stream of the task was open' : ''}, and a read asked after that says ${seen.task.state}`,
      { needs: FACT.read },
    ),
  ],
  pair: {
    raises: scene(
      (s) => {
        s.send().task('working');
        s.call('SubscribeToTask', { taskId: 't1' }).error('TaskNotFound', { reason: 'TASK_NOT_FOUND' });
        s.read('working');
      },
      { streaming: true },
    ),
    nearMiss: scene(
      (s) => {
        s.send().task('working');
        s.call('SubscribeToTask', { taskId: 't1' }).error('TaskNotFound');
        s.read('failed');
      },
      { streaming: true },
    ),
  },
};

function refusal(at: Situation): StreamRecord | undefined {
  if (at.task.peer.claims.streaming !== true) return undefined;
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    if (stream.operation !== 'SubscribeToTask' || stream.frames > 0 || stream.lastFrameAt >= at.asked) continue;
    if ((stream.flags & STREAM.refused) === 0) continue;
    if ((stream.flags & STREAM.unsupported) === 0 || isSecond(stream)) return stream;
  }
  return undefined;
}

function isSecond(stream: StreamRecord | undefined): boolean {
  return stream !== undefined && (stream.flags & STREAM.second) !== 0;
}
