import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Defect } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** What `stream/sse-quirk` is for event streams. */
export const answerQuirk: Rule = {
  id: 'error/answer-quirk',
  title: 'An answer needs a lenient reader',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Answers are JSON, which is UTF-8 and has nothing before it (RFC 8259, 8.1). Told for invalid UTF-8 and for control characters or a byte order mark before the JSON.',
    clause: '9.1, 11.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: { kind: 'policy', ground: 'text', says: 'Answers are JSON.', clause: '3.2.1, 3.2.3', revision: V03 },
    },
    '0.2': { basis: { kind: 'policy', ground: 'text', says: 'Answers are JSON.', clause: '3.1', revision: V02 } },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'Strict readers reject the answer, and what is not UTF-8 reaches the caller as other characters.',
  remedy: 'Encode answers as UTF-8, and write nothing before the JSON.',
  clauses: [
    clause(
      'defect',
      (seen, at) => (at.stream === undefined && QUIRKS.has(seen.defect) ? 'certain' : undefined),
      (seen) => `the text of an answer: ${seen.detail}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('encoding', 'the body is not UTF-8');
      send.task('working');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.defect('encoding', 'a frame is not UTF-8');
      stream.task('working');
    }),
  },
};

const QUIRKS: ReadonlySet<Defect> = new Set(['control-character', 'encoding']);
