import { withoutParameters } from '../../protocol/call.ts';
import { asList, asObject, asText, type JsonObject } from '../../protocol/json.ts';
import type { Dialect } from '../../protocol/operation.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import type { PeerCapabilityCache } from '../../trust/peer-capability-cache.ts';
import type { InterfaceKey, Turn } from '../../trust/trust-view.ts';

/** What is to be done with an answer to a task that asked. */
export type FollowUp =
  | { readonly kind: 'send'; readonly modes: readonly string[] }
  /** Its data go as text, which loses nothing. */
  | { readonly kind: 'bridge'; readonly json: JsonObject; readonly modes: readonly string[] }
  | { readonly kind: 'refuse'; readonly mode: string };

/**
 * Decides how an answer goes to a task that waits for it. What counts is what the agent's runtime has taken so far, not
 * what its card says: an agent that can't take a part may fail the whole task over it.
 */
export function planFollowUp(
  json: JsonObject,
  read: ReadRequest,
  turnOf: (mode: string) => Turn,
  trust: PeerCapabilityCache,
): FollowUp {
  const modes = [...new Set(read.facts.inputModes ?? [])].filter((mode) => !mode.startsWith('text/'));
  if (modes.length === 0) return { kind: 'send', modes: [] };
  const untaken = modes.filter((mode) => trust.modeOf(turnOf(mode)) !== 'accepted');
  if (untaken.length === 0) return { kind: 'send', modes };
  const bridged = withDataAsText(json, read, untaken);
  const left = untaken.filter((mode) => !bridged.modes.includes(mode));
  const rejected = left.find((mode) => trust.modeOf(turnOf(mode)) === 'rejected');
  if (rejected !== undefined) return { kind: 'refuse', mode: rejected };
  const sent = modes.filter((mode) => !bridged.modes.includes(mode));
  return bridged.modes.length === 0
    ? { kind: 'send', modes: sent }
    : { kind: 'bridge', json: bridged.json, modes: sent };
}

/** Of what a follow-up is remembered. */
export function turnAt(at: InterfaceKey, state: string | undefined): (mode: string) => Turn {
  const kind = state === 'auth-required' ? 'auth-required' : 'input-required';
  return (mode) => ({ at, skill: undefined, kind, mode });
}

/** The request with its data parts as text, and the modes that are gone by that. */
function withDataAsText(
  json: JsonObject,
  { binding, dialect }: ReadRequest,
  untaken: readonly string[],
): { readonly json: JsonObject; readonly modes: readonly string[] } {
  const modes = new Set<string>();
  const holder = binding === 'JSONRPC' ? asObject(json['params']) : json;
  const message = asObject(holder?.['message']);
  const member = Array.isArray(message?.['content']) ? 'content' : 'parts';
  const parts = asList(message?.[member]).map((entry) => {
    const part = asObject(entry);
    const mode = part === undefined ? undefined : dataMode(part);
    if (part === undefined || mode === undefined || !untaken.includes(mode)) return entry;
    modes.add(mode);
    return textPart(part, dialect, member === 'content');
  });
  if (modes.size === 0) return { json, modes: [] };
  const changed = { ...holder, message: { ...message, [member]: parts } };
  return { json: binding === 'JSONRPC' ? { ...json, params: changed } : changed, modes: [...modes] };
}

function dataMode(part: JsonObject): string | undefined {
  if (part['data'] === undefined || part['text'] !== undefined) return undefined;
  return withoutParameters(asText(part['mediaType']) ?? 'application/json');
}

function textPart(part: JsonObject, dialect: Dialect, proto: boolean): JsonObject {
  const { data, kind: _, mediaType: __, ...rest } = part;
  const text = JSON.stringify(proto ? (asObject(data)?.['data'] ?? data) : data);
  if (dialect === '1.0') return { ...rest, text, mediaType: 'text/plain' };
  return proto ? { ...rest, text } : { kind: 'text', ...rest, text };
}
