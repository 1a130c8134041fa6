import { FACT } from '../../lifecycle/fact.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02_TOPICS, V03_TOPICS } from '../revision.ts';
import { hadMessage, isRepeated } from './stream-so-far.ts';

/** §3.1.2: a Message is a full answer, and a stream of a task holds only its events after the Task. */
export const messageThenMore: Rule = {
  id: 'stream/message-then-more',
  title: 'More follows after a Message on the stream',
  claim: 'stream.send',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.2',
    revision: V1,
    says: 'A stream that answers with a Message must hold exactly that one and then close; a task stream holds only status and artifact events after the Task.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'With a Message the interaction is over; the gRPC file says that the stream should hold one and only one.',
        clause: 'topics/life-of-a-task; proto StreamResponse',
        revision: V03_TOPICS,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'With a Message the interaction is over; the gRPC file says the same for its own stream.',
        clause: 'topics/life-of-a-task',
        revision: V02_TOPICS,
      },
    },
  },
  certainty: 'certain',
  why: 'A caller that stops at the first Message, as it may, keeps a fragment of the answer.',
  remedy:
    'Send one complete Message and close the stream. Use a Task with artifact events to deliver an answer in pieces.',
  clauses: [
    ...clauses(
      ['task', 'status', 'artifact'],
      (_seen, at) => (hadMessage(at.stream) ? 'certain' : undefined),
      (seen) => `a ${seen.kind} came after a Message on one stream`,
      { needs: FACT.afterMessage },
    ),
    clause(
      'message',
      (_seen, at) => (at.stream !== undefined && at.stream.frames > 0 && !isRepeated(at) ? 'certain' : undefined),
      (_seen, at) => `a Message came after ${hadMessage(at.stream) ? 'another Message' : 'a task'} on one stream`,
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
