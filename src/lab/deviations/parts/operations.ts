import type { Middleware, Operation } from '../../exchange.ts';

/** Stands before these operations alone. */
export function on(operations: readonly Operation[], middleware: Middleware): Middleware {
  return (exchange, next) => (operations.includes(exchange.operation) ? middleware(exchange, next) : next(exchange));
}

/** One middleware of several, the first nearest to the caller. */
export function stacked(...middlewares: readonly Middleware[]): Middleware {
  return (exchange, next) =>
    middlewares.reduceRight<typeof next>((inner, outer) => (each) => outer(each, inner), next)(exchange);
}
