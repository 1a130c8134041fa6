import { hash } from 'node:crypto';
import type { InterfaceKey } from './trust-view.ts';

/** Stands for all the interfaces that a card used to list, and lists no more: what they broke isn't forgotten. */
export const FORMER_INTERFACES = '*';

/** Of keys that can't change, what they are once made safe: a task asks for it many times. */
const safeKeys = new WeakMap<InterfaceKey, InterfaceKey>();

/** The key as it may be kept: nothing in its URLs lets anybody in, and nobody can change it. */
export function safeKey(key: InterfaceKey): InterfaceKey {
  const known = safeKeys.get(key);
  if (known !== undefined) return known;
  const { cardUrl, interfaceUrl, binding, dialect, tenant, credential } = key;
  const urls = { cardUrl: safeUrl(cardUrl), interfaceUrl: safeUrl(interfaceUrl) };
  const safe = Object.freeze({ ...urls, binding, dialect, tenant, credential });
  safeKeys.set(safe, safe);
  if (Object.isFrozen(key)) safeKeys.set(key, safe);
  return safe;
}

const formers = new WeakMap<InterfaceKey, InterfaceKey>();

/** The key of the same claim on the interfaces that the card no longer lists. */
export function formerKey(key: InterfaceKey): InterfaceKey {
  const known = formers.get(key);
  if (known !== undefined) return known;
  const { cardUrl, credential } = key;
  const former = Object.freeze({
    cardUrl,
    interfaceUrl: FORMER_INTERFACES,
    binding: 'JSONRPC',
    dialect: '1.0',
    tenant: undefined,
    credential,
  });
  if (Object.isFrozen(key)) formers.set(key, former);
  return former;
}

/**
 * A URL that tells agents apart as before, and holds no secret: without user, password and fragment, a query as the
 * beginning of its hash. Made safe twice it is the same as made safe once.
 */
export function safeUrl(text: string): string {
  if (!/[@?#]/.test(text)) return text;
  const url = URL.parse(text);
  if (url === null) return text;
  const { search } = url;
  const hashed = search === '' || /^\?h=[0-9a-f]{12}$/.test(search);
  return `${url.protocol}//${url.host}${url.pathname}${hashed ? search : `?h=${hash('sha256', search).slice(0, 12)}`}`;
}
