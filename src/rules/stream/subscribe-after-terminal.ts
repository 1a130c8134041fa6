import { FACT } from '../../lifecycle/fact.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import { endReadBefore } from '../reads.ts';
import { RESULTS } from '../results.ts';
import { V1 } from '../revision.ts';

/** An end that only a stream or a cancel has told is not enough: the subscription may have been faster. */
export const subscribeAfterTerminal: Rule = {
  id: 'stream/subscribe-after-terminal',
  title: 'A subscription to a finished task is not refused',
  claim: 'stream.subscribe',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.1.6, 9.4.6',
    revision: V1,
    says: 'Subscribing to a terminal task is UnsupportedOperationError, and servers must return the appropriate error (3.3.2). TaskNotFoundError is fine for a purged task. The error may come before the stream or as its first frame.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'either',
  why: 'A caller that reconnects believes itself subscribed and waits for a task that will never speak again.',
  remedy: 'Check the state before opening the stream and answer UnsupportedOperationError (−32004) as a plain error.',
  clauses: [
    ...clauses(
      RESULTS,
      (_seen, at) => (at.stream?.frames === 0 && isTooLate(at) ? 'certain' : undefined),
      (seen, at) => `a read had told ${at.task.end?.state}, and a subscription asked after that brought a ${seen.kind}`,
      { needs: FACT.first | FACT.streaming | FACT.taskEnded },
    ),
    clause(
      'close',
      (seen, at) => {
        if (seen.by !== 'peer' || at.stream?.frames !== 0 || !isTooLate(at)) return undefined;
        return (at.stream.flags & (STREAM.opened | STREAM.error)) === STREAM.opened ? 'certain' : undefined;
      },
      (_seen, at) =>
        `a read had told ${at.task.end?.state}, and a subscription asked after that was opened and closed empty`,
    ),
    clause(
      'silence',
      (_seen, at) => {
        const { stream } = at;
        if (stream?.frames !== 0 || (stream.flags & (STREAM.opened | STREAM.error)) !== STREAM.opened) return undefined;
        return isTooLate(at) ? 'suspected' : undefined;
      },
      (seen, at) =>
        `a read had told ${at.task.end?.state}, and a subscription asked after that was opened and told nothing for ${seen.bound.ms} ms`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.stream('SubscribeToTask').task('completed');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      const subscription = s.stream('SubscribeToTask');
      s.read('completed');
      subscription.task('completed');
    }),
  },
};

function isTooLate(at: Situation): boolean {
  return at.stream?.operation === 'SubscribeToTask' && endReadBefore(at, at.asked);
}
