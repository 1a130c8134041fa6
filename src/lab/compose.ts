import type { Exchange, Handler, Middleware, Reply } from './exchange.ts';
import { Fault } from './fault.ts';

/** A handler behind middlewares, the first of them nearest to the caller. Refusals come out as replies. */
export function compose(middlewares: readonly Middleware[], handler: Handler): Handler {
  return middlewares.reduceRight<Handler>(
    (next, middleware) => refusing((exchange) => middleware(exchange, next)),
    refusing(handler),
  );
}

/** The handler with thrown faults as replies. What else is thrown is an internal error, told without its text. */
function refusing(handler: Handler): Handler {
  return async (exchange: Exchange): Promise<Reply> => {
    try {
      return await handler(exchange);
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault('internal-error', 'Internal error.');
      return { kind: 'fault', fault };
    }
  };
}
