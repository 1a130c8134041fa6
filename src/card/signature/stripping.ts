import { asObject, type JsonObject } from '../../protocol/json.ts';

/** Whether a value is an empty string, list or object, or none. */
export function isEmpty(value: unknown): boolean {
  if (value === '' || value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Drops everything that is empty, and what thereby becomes so, as the SDKs do before they sign. */
export function withoutEmpties(value: JsonObject): JsonObject {
  return asObject(strip(value)) ?? {};
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip).filter((one) => !isEmpty(one));
  const object = asObject(value);
  if (object === undefined) return value;
  const entries = Object.entries(object).map(([name, one]) => [name, strip(one)] as const);
  return Object.fromEntries(entries.filter(([, one]) => !isEmpty(one)));
}

/** The values that a card of 0.3 has where it names none, in the model of the Python SDK, which doesn't sign them. */
const DEFAULTS: Readonly<Record<string, string>> = { preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' };

/** Drops the members of a card of 0.3 that have their default value, the types of its security schemes among them. */
export function withoutDefaults(card: JsonObject): JsonObject {
  const kept = Object.entries(card).filter(([name, value]) => DEFAULTS[name] !== value || value === undefined);
  return overSchemes(Object.fromEntries(kept), ({ type: _, ...scheme }) => scheme);
}

/** Puts them back: what was left out because it is the default is thereby known. */
export function withDefaults(card: JsonObject): JsonObject {
  return overSchemes({ ...DEFAULTS, ...card }, (scheme) => {
    const type = TYPES.find(([member]) => scheme[member] !== undefined)?.[1];
    return type === undefined ? scheme : { type, ...scheme };
  });
}

/** A member that only schemes of one type have. */
const TYPES = [
  ['flows', 'oauth2'],
  ['openIdConnectUrl', 'openIdConnect'],
  ['scheme', 'http'],
  ['in', 'apiKey'],
] as const;

function overSchemes(card: JsonObject, change: (scheme: JsonObject) => JsonObject): JsonObject {
  const schemes = asObject(card['securitySchemes']);
  if (schemes === undefined) return card;
  const changed = Object.entries(schemes).map(([name, scheme]) => [name, change(asObject(scheme) ?? {})]);
  return { ...card, securitySchemes: Object.fromEntries(changed) };
}
