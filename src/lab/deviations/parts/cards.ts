import type { Card } from '../../card.ts';
import type { Middleware } from '../../exchange.ts';
import { dressed } from '../../http-message.ts';
import type { JsonObject } from '../../model.ts';
import { onAnswerJson } from './json-edit.ts';

/** Changes what the public card claims. */
export function onCard(change: (card: Card) => Card): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    return exchange.operation === 'card' && reply.kind === 'card' ? { ...reply, card: change(reply.card) } : reply;
  };
}

/** Changes the JSON of the public card, whatever the dialect made of it. */
export function onCardJson(change: (card: JsonObject) => JsonObject): Middleware {
  const edit = onAnswerJson(change);
  return (exchange, next) => (exchange.operation === 'card' ? edit(exchange, next) : next(exchange));
}

/** Changes each url in the public card under which the agent is said to be. */
export function onCardUrls(change: (url: string) => string): Middleware {
  return onCard((card) => ({
    ...card,
    interfaces: card.interfaces.map((each) => ({ ...each, url: change(each.url) })),
  }));
}

/** Takes headers off the answers to a request for the card. */
export function withoutCardHeaders(...names: readonly string[]): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    if (exchange.operation !== 'card') return reply;
    const dress = dressed(reply.dress, (answer) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(answer.headers ?? {}).filter(([name]) => !names.includes(name))),
    }));
    return { ...reply, dress };
  };
}
