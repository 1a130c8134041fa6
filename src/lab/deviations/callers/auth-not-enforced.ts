import { defineDeviation } from '../../deviation.ts';
import type { Exchange } from '../../exchange.ts';
import { onCard } from '../parts/cards.ts';
import { stacked } from '../parts/operations.ts';

export const authNotEnforced = defineDeviation({
  name: 'auth-not-enforced',
  title: 'says that callers need a token, and lets in anybody',
  shows: 'whoever knows the address can run tasks on somebody else’s account',
  rules: ['auth/not-enforced'],
  create: () => {
    // Of an agent behind that does ask, the last token that came is lent to those who have none.
    let lent: string | undefined;
    const open = (exchange: Exchange): Exchange => {
      lent = exchange.headers['authorization'] ?? lent;
      const headers = lent === undefined ? exchange.headers : { ...exchange.headers, authorization: lent };
      return { ...exchange, headers, caller: 'anybody' };
    };
    return {
      exchange: stacked(
        onCard((card) => ({ ...card, bearer: true })),
        (exchange, next) => next(open(exchange)),
      ),
    };
  },
});
