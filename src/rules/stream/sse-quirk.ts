import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Defect } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Comments, ids, retry, event names and any line ends are all legal; these are not. */
export const sseQuirk: Rule = {
  id: 'stream/sse-quirk',
  title: 'The event stream needs a lenient reader',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Streams are Server-Sent Events, whose data is JSON in UTF-8. Told for a control character before the JSON, an event without data, a last event without its blank line and invalid UTF-8. Comments, ids, retry, event names and any line ends are all legal.',
    clause: '9.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Streams are Server-Sent Events; each data field holds a complete JSON-RPC response.',
        clause: '3.3.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Streams are Server-Sent Events; each data field holds a complete JSON-RPC response.',
        clause: '3.3',
        revision: V02,
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'Readers that keep to the standard stop or lose the last event.',
  remedy: 'Write `data: <json>` and an empty line for each event, and nothing else.',
  clauses: [
    clause(
      'defect',
      (seen, at) => (at.stream !== undefined && QUIRKS.has(seen.defect) ? 'certain' : undefined),
      (seen) => `the text of an event: ${seen.detail}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.defect('control-character', 'a control character stands before the JSON');
      stream.task('working');
    }),
    nearMiss: scene((s) => s.send().defect('encoding', 'an answer that is not UTF-8')),
  },
};

const QUIRKS: ReadonlySet<Defect> = new Set(['control-character', 'empty-frame', 'encoding', 'unfinished-frame']);
