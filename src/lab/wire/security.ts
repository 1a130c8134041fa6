import type { Card } from '../card.ts';
import type { JsonObject } from '../model.ts';

/** The fields of a card of 0.x that say that a bearer token is required. */
export function oldSecurity({ bearer }: Card): JsonObject {
  if (bearer !== true) return {};
  return { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, security: [{ bearer: [] }] };
}

/** The same in 1.0. */
export function security({ bearer }: Card): JsonObject {
  if (bearer !== true) return {};
  return {
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  };
}
