import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isOpen } from '../../lifecycle/stream-record.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';
import { hadMessage } from './stream-so-far.ts';

/** Callers that wait for the end of the stream; a guard that leaves at the end never sees it. */
export const staysOpen: Rule = {
  id: 'stream/stays-open',
  title: 'The stream stays open after the task has ended',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.2, 3.1.6',
    revision: V1,
    says: 'Both kinds of stream must close when the task reaches a terminal state. At an interrupted state closing and staying open are both fine (7.6.1, 11.7).',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '`final: true` is the last event of the stream, and the stream should complete at a terminal state.',
        clause: '7.2.2, proto StreamResponse',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'After the event with `final: true` the server typically closes the connection.',
        clause: '7.2.2',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'A caller that waits for the end of the stream hangs until some timeout, with the result already in hand.',
  remedy: 'Close the response as soon as the terminal status event is written.',
  clauses: [
    clause(
      'silence',
      (seen, at) => {
        const { stream } = at;
        if (stream === undefined || !isOpen(stream) || seen.bound.ms < at.limits.closeMs) return undefined;
        return isTerminal(stream.state) || hadMessage(stream) ? 'suspected' : undefined;
      },
      (seen, at) => `${seen.bound.ms} ms after ${at.stream?.state ?? 'its Message'} the stream is still open`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.silence(5_000);
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('auth-required');
      stream.silence(5_000);
    }),
  },
};
