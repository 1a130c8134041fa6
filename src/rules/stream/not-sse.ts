import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged by the strict reader, of results alone: a refusal may come as a plain error. */
export const notSse: Rule = {
  id: 'stream/not-sse',
  title: 'A streaming call succeeds without an event stream',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.2',
    revision: V1,
    says: 'A streaming send must open a streaming connection; on the HTTP bindings that is HTTP 200 with `text/event-stream` (9.4.2, 11.7). A single JSON result, a page or an empty body on a successful status is not a stream. A plain JSON error before the stream is accepted.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '7',
        revision: V03,
        says: 'The HTTP answer to a streaming method must be an event stream whose events are JSON-RPC responses. 3.3.3 asks the same of HTTP+JSON.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '7',
        revision: V02,
        says: 'The HTTP answer to a streaming method must be an event stream whose events are JSON-RPC responses.',
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'A reader of events finds none in the body and may take the silence for an empty success.',
  remedy:
    'Answer a streaming call with `Content-Type: text/event-stream` and one event for each frame; send errors as a JSON error before the stream begins.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'not-sse' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
    clause(
      'failure',
      (seen, at) => {
        if (seen.reason !== 'unreadable' || at.stream === undefined) return undefined;
        return (at.stream.flags & STREAM.opened) === 0 ? 'certain' : undefined;
      },
      (seen) => `${seen.vantage.operation} is answered by no event stream: ${seen.message}`,
      { needs: FACT.streaming },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.call('SendStreamingMessage');
      send.defect('not-sse', 'SendStreamingMessage is answered by no event stream');
      send.task('completed');
    }),
    nearMiss: scene((s) => s.call('SendStreamingMessage').error('InvalidParams')),
  },
};
