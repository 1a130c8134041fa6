import type { Card } from '../card.ts';
import type { Exchange, Handler } from '../exchange.ts';
import { Fault } from '../fault.ts';
import { dressed, withHeaders } from '../http-message.ts';

/** Who may call, and for whom: what is asked of every request before the agent looks at it. */
export interface GateOptions {
  readonly card: Card;
  /** The callers by their bearer tokens; none means that everybody may call. */
  readonly tokens: Readonly<Record<string, string>>;
  /** The tenants that requests have to name one of; none means that there are none. */
  readonly tenants: readonly string[];
  /** The header that names extensions. */
  readonly extensionsHeader: string;
}

/**
 * Lets in whom the agent is there for. The card is open to all, as it must be; everything else needs the token of a
 * caller, the name of a tenant and the extensions that the card requires.
 */
export function behindGate({ card, tokens, tenants, extensionsHeader }: GateOptions, handler: Handler): Handler {
  const known = new Map(Object.entries(tokens).map(([caller, token]) => [token, caller]));
  const required = (card.extensions ?? []).filter((each) => each.required === true);

  const callerOf = (exchange: Exchange): string => {
    if (exchange.caller !== undefined || known.size === 0) return exchange.caller ?? '';
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(exchange.headers['authorization'] ?? '') ?? [];
    const caller = known.get(token);
    if (caller !== undefined) return caller;
    const headers = { 'www-authenticate': 'Bearer' };
    throw new Fault('unauthenticated', 'A bearer token of a known caller is required.', { headers });
  };

  const checkTenant = ({ params: { tenant } }: Exchange): void => {
    if (tenants.length === 0 || (tenant !== undefined && tenants.includes(tenant))) return;
    throw new Fault('nothing-there', `There is no tenant ${tenant ?? 'without a name'} here.`);
  };

  return async (exchange) => {
    if (exchange.operation === 'card') return handler(exchange);
    const caller = callerOf(exchange);
    if (exchange.refusal !== undefined) throw exchange.refusal;
    checkTenant(exchange);
    const asked = listed(exchange.headers[extensionsHeader]);
    const missing = required.find(({ uri }) => !asked.includes(uri));
    if (missing !== undefined) {
      throw new Fault('extension-required', `This agent can't be used without the extension ${missing.uri}.`);
    }
    const reply = await handler({ ...exchange, caller });
    const active = (card.extensions ?? []).filter(({ uri }) => asked.includes(uri));
    if (active.length === 0) return reply;
    const echo = withHeaders({ [extensionsHeader]: active.map(({ uri }) => uri).join(', ') });
    return { ...reply, dress: dressed(reply.dress, echo) };
  };
}

function listed(header = ''): readonly string[] {
  return header.split(',').map((item) => item.trim());
}
