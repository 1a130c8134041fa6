import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isInterrupted, isTerminal } from '../../protocol/task-state.ts';
import { hadMessage } from './stream-so-far.ts';

/** A stream may close at an interrupted state or stay open there (§7.6.1); anywhere else its end has to say how it ended. */
export const noTerminal: Rule = {
  id: 'stream/no-terminal',
  title: 'The stream ends before the task does',
  claim: 'stream.send',
  severity: 'error',
  basis: { kind: 'policy', says: 'The end of a stream without a terminal or interrupted state is never success.' },
  certainty: 'either',
  why: 'A caller that waits for the end of the stream takes half a result for a whole one, or an empty one for success.',
  remedy: 'Keep the stream open until the task reaches a terminal or interrupted state, and send that state.',
  clauses: [
    clause(
      'close',
      (seen, at) => {
        if (seen.by === 'caller' || at.stream === undefined || hadMessage(at.stream)) return undefined;
        if (isTerminal(at.stream.state) || isInterrupted(at.stream.state)) return undefined;
        return seen.by === 'peer' ? 'certain' : 'suspected';
      },
      (seen, at) =>
        `the stream ${seen.by === 'peer' ? 'was closed by the agent' : 'broke'} ${
          at.stream?.frames === 0
            ? 'without a single event'
            : `while the task was ${at.stream?.state ?? 'in no state told'}`
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
