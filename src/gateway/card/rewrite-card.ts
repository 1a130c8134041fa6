import type { JsonObject } from '../../protocol/json.ts';
import { asList, asObject, asText } from '../../protocol/json.ts';
import type { PeerPaths } from '../peer-paths.ts';

/** By which a card says that its claims were checked against behaviour. */
export const OBSERVED_EXTENSION = 'urn:probity:observed:1';

/** What is known of one claim. */
export interface ObservedClaim {
  readonly declared: boolean;
  readonly observed: 'kept' | 'broken' | 'unverified';
  /** When it was last seen so; ISO 8601. */
  readonly since?: string;
  /** Stands for what shows it; opaque. */
  readonly evidence?: string;
}

/** By the names of the members of a card's capabilities, and `subscribe`, which has none there. */
export type ObservedClaims = Readonly<Record<string, ObservedClaim>>;

export interface CardMount {
  /** The URL of the peer's mount as the caller has it, without a slash at its end. */
  readonly url: string;
  readonly paths: PeerPaths;
  readonly claims: ObservedClaims;
  /** Whether claims that were broken are taken back. */
  readonly honest: boolean;
}

/**
 * The card as the gateway serves it: its URLs lead through the gateway, what the gateway can't carry or may not reach is
 * left out, broken claims are taken back, and a claim says how it was found. Signatures can't survive that. Everything
 * else stays as it is. `undefined` where no interface is left.
 */
export function rewriteCard(card: JsonObject, mount: CardMount): JsonObject | undefined {
  const { signatures: _, ...rest } = card;
  const served: Record<string, unknown> = { ...rest };
  const listed = rewriteListed(card['supportedInterfaces'], 'protocolBinding', mount);
  const others = rewriteListed(card['additionalInterfaces'], 'transport', mount);
  if (listed !== undefined) served['supportedInterfaces'] = listed;
  if (others !== undefined) served['additionalInterfaces'] = others;
  const main = card['url'];
  if (main !== undefined) {
    const url = carried(card['preferredTransport'] ?? 'JSONRPC') ? mountedUrl(main, mount) : undefined;
    if (url !== undefined) served['url'] = url;
    else if (!promote(served, others ?? [], listed ?? [])) return undefined;
  }
  if (main === undefined && (listed ?? []).length === 0) return undefined;
  served['capabilities'] = rewriteCapabilities(card, mount);
  return served;
}

/** Puts another interface in the place of the one that had to be left out. */
function promote(
  served: Record<string, unknown>,
  others: readonly JsonObject[],
  listed: readonly JsonObject[],
): boolean {
  const [next] = others;
  if (next === undefined) {
    delete served['url'];
    delete served['preferredTransport'];
    return listed.length > 0;
  }
  served['url'] = next['url'];
  served['preferredTransport'] = next['transport'];
  return true;
}

function rewriteListed(list: unknown, binding: string, mount: CardMount): readonly JsonObject[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((entry) => {
    const item = asObject(entry);
    const url = item !== undefined && carried(item[binding] ?? 'JSONRPC') ? mountedUrl(item['url'], mount) : undefined;
    return url === undefined ? [] : [{ ...item, url }];
  });
}

/** Whether a binding goes through the gateway: HTTP is all that does. */
export function carried(binding: unknown): boolean {
  return asText(binding)?.toUpperCase() !== 'GRPC';
}

function mountedUrl(url: unknown, { url: base, paths }: CardMount): string | undefined {
  const given = asText(url);
  const path = given === undefined ? undefined : paths.mounted(given);
  return path === undefined ? undefined : base + path;
}

function rewriteCapabilities(card: JsonObject, { claims, honest }: CardMount): JsonObject {
  const capabilities: Record<string, unknown> = { ...asObject(card['capabilities']) };
  if (honest) {
    for (const [name, { observed }] of Object.entries(claims)) {
      // What a stream of the agent lacks the gateway supplies, so that to its callers this claim is kept.
      if (name === 'streaming') continue;
      if (observed === 'broken' && capabilities[name] === true) capabilities[name] = false;
    }
  }
  const entry = {
    uri: OBSERVED_EXTENSION,
    description: 'How the claims of this card were found when they were exercised.',
    required: false,
    params: { claims },
  };
  const before = asList(capabilities['extensions']).filter((one) => asObject(one)?.['uri'] !== OBSERVED_EXTENSION);
  capabilities['extensions'] = [...before, entry];
  return capabilities;
}
