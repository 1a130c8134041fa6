import { FACT } from '../../lifecycle/fact.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isStreaming } from '../../protocol/call.ts';
import { isFirstAnswer, RESULTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The card under-declares: what works may be used, and is not lost. */
export const undeclared: Rule = {
  id: 'stream/undeclared',
  title: 'Streaming works although the card denies it',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.3.4',
    revision: V1,
    says: 'Without `streaming: true` both streaming operations must be answered with UnsupportedOperationError.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The streaming send requires the flag to be true; nothing says how to refuse it otherwise.',
        clause: '7.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The streaming send requires the flag to be true; nothing says how to refuse it otherwise.',
        clause: '7.2',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Callers that read the card never use what would serve them, and a caller that probes for the refusal gets an event stream where it expects JSON.',
  remedy: 'Declare `capabilities.streaming: true`, or refuse both streaming operations with UnsupportedOperationError.',
  clauses: clauses(
    RESULTS,
    (seen, at) =>
      at.task.peer.claims.streaming === false && isStreaming(seen.vantage.operation) && isFirstAnswer(seen, at)
        ? 'certain'
        : undefined,
    (seen) => `the card denies streaming, and ${seen.vantage.operation} brought a result`,
    { needs: FACT.first | FACT.streaming },
  ),
  pair: {
    raises: scene((s) => s.stream().task('working'), { streaming: false }),
    nearMiss: scene((s) => s.stream().error('UnsupportedOperation'), { streaming: false }),
  },
};
