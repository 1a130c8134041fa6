import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { lacksRoute } from '../errors.ts';
import { isLive } from '../reads.ts';
import { isFirstAnswer } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A refusal as unsupported is for agents that don't declare streaming (§3.3.4); what a plain send does with the same message is not known here. */
export const refused: Rule = {
  id: 'stream/refused',
  title: 'Streaming is declared, but the streaming send is refused',
  claim: 'stream.send',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.2',
    revision: V1,
    says: 'A streaming send must open a streaming connection. Refusal as unsupported is kept for agents that do not declare streaming (3.3.4).',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The flag says that streaming answers are supported, and the streaming send asks for that flag. Declaring the flag and refusing the call contradict each other.',
        clause: '5.5.2, 7.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The flag stands for `message/stream` and `tasks/resubscribe` by name. Declaring the flag and refusing the call contradict each other.',
        clause: '5.5.2, 7.2',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'A caller that planned on the stream has no channel, and must find out at the first call.',
  remedy: 'Wire the streaming send on every declared interface, or set `capabilities.streaming` to false.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        if (seen.vantage.operation !== 'SendStreamingMessage' || at.task.peer.claims.streaming !== true)
          return undefined;
        if (!isFirstAnswer(seen, at) || !isLive(at)) return undefined;
        if (lacksRoute(seen, at)) return 'certain';
        // A message to a task may be what isn't supported, in whatever state that is by now.
        if (seen.vantage.request.taskId !== undefined) return undefined;
        return seen.name === 'UnsupportedOperation' ? 'suspected' : undefined;
      },
      (seen) =>
        `the card declares streaming, and the streaming send was refused as ${seen.name} (HTTP ${seen.httpStatus})`,
    ),
  ],
  pair: {
    raises: scene((s) => s.call('SendStreamingMessage').error('MethodNotFound'), { streaming: true }),
    nearMiss: scene((s) => s.call('SendStreamingMessage').error('InvalidParams'), { streaming: true }),
  },
};
