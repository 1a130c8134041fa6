import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { on } from '../parts/operations.ts';

export const bindingsDiffer = defineDeviation({
  name: 'bindings-differ',
  title: 'can be canceled and streamed from over JSON-RPC, and over HTTP+JSON cannot',
  shows: 'what a caller finds out over one binding is not so over the other',
  rules: ['interface/diverges'],
  dialects: ['0.3', '1.0'],
  bindings: ['HTTP+JSON'],
  create: () => ({
    exchange: on(['cancel', 'stream', 'subscribe'], async (exchange, next) => {
      if (exchange.binding === 'JSONRPC') return next(exchange);
      throw new Fault('unsupported-operation', 'This is not supported over HTTP+JSON.');
    }),
  }),
});
