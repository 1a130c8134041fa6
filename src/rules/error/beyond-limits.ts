import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Defect } from '../../protocol/observation.ts';

/** A bound on size is this client's own, as one on time is: an agent that keeps the text may well exceed it. */
export const beyondLimits: Rule = {
  id: 'error/beyond-limits',
  title: 'An answer or a frame is larger or deeper than it is read',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading:
      'No text bounds the size of an answer or a frame, or how deep it is nested. The limits are those of this client.',
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.' } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.' } },
  },
  certainty: 'suspected',
  why: 'The answer is left unread: what it held is unknown, and a stream has a hole or is left.',
  remedy: 'Send large results by `url`, or in several chunks, and nest data less than 256 deep.',
  clauses: [
    clause(
      'defect',
      (seen) => (LIMITS.has(seen.defect) ? 'suspected' : undefined),
      (seen) => seen.detail,
    ),
    clause(
      'failure',
      (seen) => (seen.reason === 'too-large' ? 'suspected' : undefined),
      (seen) => seen.message,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.defect('frame-size', 'a frame is beyond 16 MiB');
      stream.close('broken');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.defect('encoding', 'a frame is not UTF-8');
      stream.close('broken');
    }),
  },
};

const LIMITS: ReadonlySet<Defect> = new Set(['depth', 'frame-size']);
