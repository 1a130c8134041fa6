import { FACT } from '../../lifecycle/fact.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import { RESULTS } from '../results.ts';
import { V02, V03 } from '../revision.ts';
import { isActive } from '../task/active.ts';
import { hasEnded, isRepeated, mayEndUnknown } from './stream-so-far.ts';

/** 0.x alone announces the last event; 1.0 closes the stream instead. */
export const finalFlag: Rule = {
  id: 'stream/final-flag',
  title: 'The final flag is missing, early, or followed by more events',
  claim: 'stream',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: '`final` is a required field of a status event and says that this is the last event of the stream for this interaction. Three cases: the last status of a stream that ended lacks `final: true`; `final: true` comes with `submitted` or `working`; more events follow it on the same stream.',
    clause: '7.2.2',
    revision: V03,
  },
  perDialect: {
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '`final: true` marks the last status update of the current stream cycle; it counts as false when absent. Up to 0.2.5 `unknown` counts as terminal, so it may come with that, too.',
        clause: '7.2.2',
        revision: V02,
      },
    },
  },
  appliesTo: { dialects: ['0.2', '0.3'] },
  certainty: 'certain',
  why: '0.x callers stop reading at the flag: too early they lose the rest, without it they wait for the connection to close.',
  remedy: 'Set `final: true` on the status event that ends the stream, terminal or interrupted, and on no other.',
  clauses: [
    clause(
      'status',
      (seen, at) =>
        seen.final === true && isActive(seen.state) && !mayEndUnknown(seen.state, at) ? 'certain' : undefined,
      (seen) => `final: true came with ${seen.state}`,
      { needs: FACT.final },
    ),
    ...clauses(
      RESULTS,
      (_seen, at) => (isAnnouncedEnd(at.stream) && !hasEnded(at.stream) && !isRepeated(at) ? 'certain' : undefined),
      (seen, at) => `a ${seen.kind} came after final: true with ${at.stream?.state}`,
      { needs: FACT.announced },
    ),
    clause(
      'close',
      (seen, at) => {
        if (seen.by !== 'peer' || !hasEnded(at.stream) || isAnnouncedEnd(at.stream)) return undefined;
        return ((at.stream?.flags ?? 0) & STREAM.byEvent) !== 0 ? 'certain' : undefined;
      },
      (_seen, at) => `the stream ended with ${at.stream?.state}, told without final: true`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working', { final: true });
      stream.status('completed', { final: true });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      stream.status('completed', { final: true });
      stream.close('peer');
    }),
  },
};

function isAnnouncedEnd(stream: StreamRecord | undefined): boolean {
  return stream !== undefined && (stream.flags & STREAM.final) !== 0;
}
