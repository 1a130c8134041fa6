import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';
import { hadMessage } from './stream-so-far.ts';

/** §3.1.2: a stream that brings a Message brings nothing else. */
export const messageThenMore: Rule = {
  id: 'stream/message-then-more',
  title: 'The stream goes on after a Message',
  claim: 'stream.send',
  severity: 'error',
  basis: { kind: 'must', clause: '3.1.2', revision: V1 },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'A Message is a full answer: a caller that has returned it never sees what comes after.',
  remedy: 'Close the stream after the Message, or create a Task and stream its events.',
  clauses: [
    clause(
      'task',
      (_seen, at) => (hadMessage(at.stream) ? 'certain' : undefined),
      () => 'a Task came after a Message on one stream',
    ),
    clause(
      'status',
      (_seen, at) => (hadMessage(at.stream) ? 'certain' : undefined),
      () => 'a status event came after a Message on one stream',
    ),
    clause(
      'artifact',
      (_seen, at) => (hadMessage(at.stream) ? 'certain' : undefined),
      () => 'an artifact came after a Message on one stream',
    ),
    clause(
      'message',
      (_seen, at) => (hadMessage(at.stream) ? 'certain' : undefined),
      () => 'a second Message came on one stream',
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.message('on it');
      stream.task('working');
      stream.status('completed');
      stream.close('peer');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.message('the whole answer');
      stream.close('peer');
    }),
  },
};
