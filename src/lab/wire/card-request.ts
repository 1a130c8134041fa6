import { Fault } from '../fault.ts';
import type { HttpAnswer, HttpRequest } from '../http-message.ts';
import type { Dialect } from './dialect.ts';
import type { Asked, Responder } from './responder.ts';

/** The request for a card at its well-known place, or of 0.2 at that of the extended one, or for what isn't there. */
export function readCardRequest(dialect: Dialect, { method, path }: HttpRequest): Asked {
  const responder = createResponder(dialect);
  if (method === 'GET' && path === dialect.cardPath) return { responder, operation: 'card', params: {} };
  if (method === 'GET' && path === dialect.extendedCardPath) {
    return { responder, operation: 'extended-card', params: {} };
  }
  const refusal = new Fault('nothing-there', 'There is nothing here.');
  return { responder, operation: 'other', params: {}, refusal };
}

function createResponder({ writeCard }: Dialect): Responder {
  const answer = (status: number, body: unknown): HttpAnswer => ({
    status,
    type: 'application/json',
    body: JSON.stringify(body),
  });
  return {
    result: (_operation, reply) => answer(200, reply.kind === 'card' ? writeCard(reply.card) : null),
    fault: ({ reason, message, status = reason === 'internal-error' ? 500 : 404, headers }) => ({
      ...answer(status, { error: message }),
      headers,
    }),
    frame: () => '',
    faultFrame: () => '',
  };
}
