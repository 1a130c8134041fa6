import type { Middleware } from '../../exchange.ts';
import type { Message, Part } from '../../model.ts';

/** Passes the chosen messages on with every part made into something that any agent takes. */
export function acceptAnyInput(chosen: (message: Message) => boolean): Middleware {
  return (exchange, next) => {
    const { message } = exchange.params;
    if (message === undefined || !chosen(message)) return next(exchange);
    const parts = message.parts.map(harmless);
    return next({ ...exchange, params: { ...exchange.params, message: { ...message, parts } } });
  };
}

function harmless(part: Part): Part {
  const { text, data } = part;
  if (text !== undefined) return { text };
  return data === undefined ? { text: '(something that is no text)' } : part;
}
