import type { Dialect } from './dialect.ts';
import type { Asked, HttpAnswer, Responder } from './responder.ts';

/** The request for the card at its well-known place. */
export function readCardRequest(dialect: Dialect): Asked {
  return { operation: 'card', params: {}, responder: createResponder(dialect) };
}

function createResponder({ writeCard }: Dialect): Responder {
  const answer = (status: number, body: unknown): HttpAnswer => ({
    status,
    type: 'application/json',
    body: JSON.stringify(body),
  });
  return {
    result: (_operation, reply) => answer(200, reply.kind === 'card' ? writeCard(reply.card) : null),
    fault: (fault) => answer(fault.reason === 'internal-error' ? 500 : 404, { error: fault.message }),
    frame: () => '',
    faultFrame: () => '',
  };
}
