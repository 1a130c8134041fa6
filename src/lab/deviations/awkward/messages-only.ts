import { randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';
import type { Message, Part, Task } from '../../model.ts';
import { waitForAnswer } from '../parts/sending.ts';

export const messagesOnly = defineDeviation({
  name: 'messages-only',
  title: 'does all work at once and answers with a message, never with a task',
  shows: 'a caller that expects a task finds no id and calls the answer an error',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: async (exchange, next) => {
      if (exchange.operation !== 'send' && exchange.operation !== 'stream') return next(exchange);
      const reply = await next(waitForAnswer(exchange));
      if (reply.kind !== 'task' && reply.kind !== 'message') return reply;
      const message = reply.kind === 'task' ? answerOf(reply.task) : reply.message;
      if (exchange.operation === 'send') return { kind: 'message', message, dress: reply.dress };
      return { kind: 'stream', events: only(message), dress: reply.dress };
    },
  }),
});

function answerOf({ contextId, status, artifacts = [] }: Task): Message {
  const made: readonly Part[] = artifacts.flatMap(({ parts }) => parts);
  const said = status.message?.parts ?? [{ text: `It is ${status.state}.`, mediaType: 'text/plain' }];
  return { messageId: randomUUID(), role: 'agent', parts: made.length > 0 ? made : said, contextId };
}

async function* only(message: Message) {
  yield { kind: 'message', message } as const;
}
