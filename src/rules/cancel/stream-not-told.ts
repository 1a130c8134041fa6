import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isOpen } from '../../lifecycle/stream-record.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The news of the cancel, or the close before it, may be under way; so this is suspected. */
export const streamNotTold: Rule = {
  id: 'cancel/stream-not-told',
  title: 'Open streams do not hear of the cancel',
  claim: 'cancel',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.5.2, 3.1.2',
    revision: V1,
    says: 'Events must go to all active streams, and a stream must close at a terminal state. `canceled` counts once it was read or answered, and the stream gets the in-flight grace.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: "The stream's last status comes with `final: true`; a stream should complete at a terminal state.",
        clause: '7.2.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The last status of a stream cycle comes with `final: true`, and the server typically closes.',
        clause: '7.2.2',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'Whoever watches the stream waits for a task that was stopped.',
  remedy: "Publish the `canceled` status to the task's event queue and close its streams.",
  clauses: [
    clause(
      'silence',
      (seen, at) => {
        const { reads } = at.task;
        if (at.stream === undefined || !isOpen(at.stream) || isTerminal(at.stream.state)) return undefined;
        if (reads?.state !== 'canceled' || seen.bound.ms < at.limits.closeMs) return undefined;
        return at.now - reads.endedAt >= at.limits.closeMs ? 'suspected' : undefined;
      },
      (_seen, at) =>
        `reads have said canceled for ${at.now - (at.task.reads?.endedAt ?? 0)} ms, and the open stream hasn't told it`,
    ),
    clause(
      'close',
      (seen, at) => {
        if (at.stream === undefined || seen.by !== 'peer' || isTerminal(at.stream.state) || at.stream.frames === 0)
          return undefined;
        return at.task.reads?.state === 'canceled' ? 'suspected' : undefined;
      },
      (_seen, at) => `reads say canceled, and the stream, which had told ${at.stream?.state ?? 'no state'}, was closed`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      s.cancel('canceled');
      s.read('canceled');
      stream.silence(5_000);
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      s.cancel('canceled');
      stream.status('canceled', { final: true });
      s.read('canceled');
      stream.close('peer');
    }),
  },
};
