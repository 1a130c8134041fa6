import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onCardJson } from '../parts/cards.ts';
import { stacked } from '../parts/operations.ts';

export const authUndeclared = defineDeviation({
  name: 'auth-undeclared',
  title: 'asks for a token of which its card says nothing',
  shows: 'a caller that brings what the card asks for is turned away at the first call',
  rules: ['auth/undeclared'],
  create: () => ({
    exchange: stacked(
      onCardJson(({ securitySchemes: _s, securityRequirements: _r, security: _o, ...card }) => card),
      (exchange, next) => {
        if (exchange.operation === 'card' || exchange.headers['authorization'] !== undefined) return next(exchange);
        const headers = { 'www-authenticate': 'Bearer' };
        throw new Fault('unauthenticated', 'A bearer token is required.', { headers });
      },
    ),
  }),
});
