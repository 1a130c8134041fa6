import { randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { on } from '../parts/operations.ts';
import { onStreams } from '../parts/streams.ts';

export const messageThenTask = defineDeviation({
  name: 'message-then-task',
  title: 'begins a stream with a message and goes on with a task',
  shows: 'a caller that takes the message for the whole answer, as it may, leaves a task running',
  rules: ['stream/message-then-more'],
  create: () => ({ exchange: on(['stream'], onStreams(greet)) }),
});

async function* greet(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  const parts = [{ text: 'I am on it.', mediaType: 'text/plain' }];
  yield { kind: 'message', message: { messageId: randomUUID(), role: 'agent', parts } };
  yield* events;
}
