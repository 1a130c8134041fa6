import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import { isInterrupted } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';
import { hadMessage, mayEndUnknown } from './stream-so-far.ts';

/**
 * A stream may close at an interrupted state or stay open there (§7.6.1); anywhere else its end has to say how the task ended.
 * What comes behind an end that was told is `stream/after-terminal`.
 */
export const noTerminal: Rule = {
  id: 'stream/no-terminal',
  title: 'The stream ends before the task does',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: 'A task stream goes on until the task reaches a terminal state, and on HTTP+JSON until an interrupted one; then it closes. No sentence forbids an earlier close in so many words. With streaming declared, the end of the task must be observable on the stream. A clean end while the task is neither terminal nor interrupted takes that away. A stream that ends with an error frame is judged by the error, not here.',
    clause: '3.1.2, 11.7',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: '`final: true` marks the last event of the stream, and the stream should complete when the task is interrupted or terminal. An end without `final: true` and without such a state leaves the caller without the outcome.',
        clause: '7.2.2, proto StreamResponse',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: '`final: true` marks the last status update of the stream cycle. An end without it and without a terminal or paused state leaves the caller without the outcome. Up to 0.2.5 `unknown` counts as terminal.',
        clause: '7.2.2',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'A caller that takes the end of the stream for the end of the task reports an empty or partial result.',
  remedy:
    'Keep the stream open until the task is terminal or interrupted, send comment lines while idle, and publish the last status before closing.',
  clauses: [
    clause(
      'close',
      (seen, at) => {
        const { stream } = at;
        if (stream === undefined || seen.by === 'caller' || stream.frames === 0 || hadMessage(stream)) return undefined;
        if ((stream.flags & (STREAM.ended | STREAM.error)) !== 0 || isInterrupted(stream.state)) return undefined;
        if (mayEndUnknown(stream.state, at)) return undefined;
        return seen.by === 'peer' ? 'certain' : 'suspected';
      },
      (seen, at) =>
        `the stream ${seen.by === 'peer' ? 'was closed by the agent' : 'broke'} ${
          at.stream?.state === undefined
            ? 'before it told any state of the task'
            : `while the task was ${at.stream.state}`
        }`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      stream.close('peer');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      stream.status('input-required', { final: true });
      stream.close('peer');
    }),
  },
};
