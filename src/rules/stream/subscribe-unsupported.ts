import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { lacksRoute } from '../errors.ts';
import { isLive, isRead } from '../reads.ts';
import { isFirstAnswer } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A refusal for a task that may have ended by then is judged only after a read (D§8). */
export const subscribeUnsupported: Rule = {
  id: 'stream/subscribe-unsupported',
  title: 'Streaming is declared, but a running task cannot be subscribed to',
  claim: 'stream.subscribe',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'Subscribing works for any task that is not terminal, and one flag covers both streaming operations. Declaring the flag and refusing the call for a running task contradict each other. A refusal while another stream of the task is open is at most a warning, since several streams are a MAY (3.5.2).',
    clause: '3.1.6, 3.3.4',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: { kind: 'gap', reading: 'The flag covers resubscribing.', clause: '7.9, 11.1.3', revision: V03 },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The flag stands for `message/stream` and `tasks/resubscribe` by name. 7.9 also names reasons for refusing: the task is no longer active, or streaming is not enabled for it. A running task that was streamed a moment ago is neither.',
        clause: '5.5.2, 7.9',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'After a broken connection the caller cannot get back to the stream and must fall back to polling.',
  remedy:
    'Serve SubscribeToTask for every task that is not terminal, also for tasks that wait for input and from every worker; or set `capabilities.streaming` to false.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        if (seen.vantage.operation !== 'SubscribeToTask' || at.task.peer.claims.streaming !== true) return undefined;
        return isFirstAnswer(seen, at) && isLive(at) && lacksRoute(seen, at) ? 'certain' : undefined;
      },
      (seen) => `the card declares streaming, and subscribing is refused as ${seen.name} (HTTP ${seen.httpStatus})`,
    ),
    clause(
      'task',
      (seen, at) =>
        isRead(seen, at) && !isTerminal(seen.task.state) && at.order === 'newer' && wasRefused(at)
          ? 'suspected'
          : undefined,
      (seen) =>
        `subscribing was refused as not supported, or as what nobody serves, and a read asked after that says ${seen.task.state}`,
      { needs: FACT.read },
    ),
  ],
  pair: {
    raises: scene(
      (s) => {
        s.send().task('working');
        s.call('SubscribeToTask', { taskId: 't1' }).error('MethodNotFound');
        s.read('working');
      },
      { streaming: true },
    ),
    nearMiss: scene(
      (s) => {
        s.send().task('working');
        s.call('SubscribeToTask', { taskId: 't1' }).error('UnsupportedOperation');
        s.read('completed');
      },
      { streaming: true },
    ),
  },
};

function wasRefused(at: Situation): boolean {
  if (at.task.peer.claims.streaming !== true) return false;
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    if (stream.operation !== 'SubscribeToTask' || stream.frames > 0 || stream.lastFrameAt >= at.asked) continue;
    if ((stream.flags & (STREAM.unsupported | STREAM.second)) === STREAM.unsupported) return true;
  }
  return false;
}
