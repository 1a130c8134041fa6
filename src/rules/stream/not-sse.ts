import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { STREAM } from '../../lifecycle/stream-record.ts';
import { isStreaming } from '../../protocol/call.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A result that came without an event stream being opened, or under another content type. */
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
    ...clauses(
      ['task', 'message'],
      (seen, at) =>
        isStreaming(seen.vantage.operation) && at.stream?.frames === 0 && (at.stream.flags & STREAM.opened) === 0
          ? 'certain'
          : undefined,
      (seen) => `${seen.vantage.operation} was answered by a single ${seen.kind} instead of an event stream`,
    ),
    clause(
      'defect',
      (seen, at) =>
        seen.defect === 'content-type' && at.stream !== undefined && (at.stream.flags & STREAM.opened) !== 0
          ? 'certain'
          : undefined,
      (seen) => `the events of ${seen.vantage.operation} came as something else than text/event-stream: ${seen.detail}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.call('SendStreamingMessage').task('completed')),
    nearMiss: scene((s) => s.call('SendStreamingMessage').error('InvalidParams')),
  },
};
