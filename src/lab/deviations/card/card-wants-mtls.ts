import { defineDeviation } from '../../deviation.ts';
import { onCardJson } from '../parts/cards.ts';

export const cardWantsMtls = defineDeviation({
  name: 'card-wants-mtls',
  title: 'says that it is spoken to with a client certificate only, and calls web-hooks so',
  shows: 'a caller without a certificate begins what it can’t carry through',
  rules: ['contract/push-auth-unsatisfiable', 'contract/auth-unsatisfiable'],
  gravity: 'warning',
  create: () => ({
    exchange: onCardJson((card) =>
      'supportedInterfaces' in card
        ? {
            ...card,
            securitySchemes: { mtls: { mtlsSecurityScheme: { description: 'A client certificate.' } } },
            securityRequirements: [{ schemes: { mtls: { list: [] } } }],
          }
        : { ...card, securitySchemes: { mtls: { type: 'mutualTLS' } }, security: [{ mtls: [] }] },
    ),
  }),
});
