import type { HttpClient } from '../http/http-client.ts';
import { withoutSecrets } from '../http/without-secrets.ts';
import type { NamesOf } from '../options/given-names.ts';
import { refuseStrangers } from '../options/option-error.ts';
import { asObject, type JsonObject } from '../protocol/json.ts';
import { type AgentCard, readAgentCard } from './agent-card.ts';
import { CardError, type CardErrorCode } from './card-error.ts';
import type { CardCache } from './discovery/card-cache.ts';
import { keySetFetcher } from './discovery/key-set-fetcher.ts';
import { seekCard } from './discovery/seek-card.ts';
import type { CardAttempt } from './lint/card-source.ts';
import type { SignaturePolicy, SignatureReport } from './signature/signature-report.ts';
import type { TrustedKeys } from './signature/trusted-keys.ts';
import { verifySignatures } from './signature/verify-signatures.ts';

export interface FetchCardOptions {
  readonly http: HttpClient;
  /** Sent to the card's own origin only. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** For each place where it is looked for; 15 s by default. */
  readonly timeoutMs?: number;
  /** For all places together; no limit unless given. */
  readonly withinMs?: number;
  /** Cards larger than this are refused; 1 MiB by default. */
  readonly maxBytes?: number;
  /** Whether its signatures are looked at; `if-present` unless given. */
  readonly signatures?: SignaturePolicy;
  /** Keys that it may be signed with. Without any pinned for its origin, those that its origin publishes count. */
  readonly trustedKeys?: TrustedKeys;
  /** Where cards are kept and looked up; nothing is unless given. */
  readonly cache?: CardCache | undefined;
}

const OPTIONS: NamesOf<FetchCardOptions> = {
  http: true,
  headers: true,
  signal: true,
  timeoutMs: true,
  withinMs: true,
  maxBytes: true,
  signatures: true,
  trustedKeys: true,
  cache: true,
};

/** A card, and the URL where it was. */
export interface FetchedCard {
  /** Reduced to its signed members if it is signed in part. */
  readonly card: AgentCard;
  readonly url: string;
  readonly signatures: SignatureReport;
}

/**
 * Fetches an agent's card from its own URL, or from the well-known paths below an agent's base URL.
 *
 * @throws CardError saying where it was looked for, and what was there instead
 */
export async function fetchCard(target: string, options: FetchCardOptions): Promise<FetchedCard> {
  refuseStrangers(options, OPTIONS);
  if (!URL.canParse(target)) {
    throw new CardError(`${withoutSecrets(target)} is no URL. Give one such as https://agent.example/.`, {
      code: 'card-bad-url',
      url: target,
    });
  }
  const { headers, http, signal, timeoutMs, withinMs, maxBytes, cache } = options;
  const credentials = headers === undefined ? [] : [{ origins: [target], headers }];
  const { served, attempts, failure } = await seekCard(target, {
    http,
    credentials,
    signal,
    timeoutMs,
    withinMs,
    maxBytes,
    cache,
  });
  if (failure !== undefined) {
    const url = attempts.at(-1)?.url ?? target;
    throw new CardError(failure.message, { code: 'card-unreachable', url, cause: failure });
  }
  const raw = asObject(served?.value);
  if (served === undefined || raw === undefined) throw noCard(target, attempts);
  const known = checked.get(raw);
  if (known !== undefined && known.policy === options.signatures && known.trusted === options.trustedKeys) {
    return known.fetched;
  }
  const signatures = await verifySignatures(raw, {
    policy: options.signatures,
    trusted: options.trustedKeys,
    cardUrl: served.url,
    fetchKeySet: keySetFetcher(http, signal),
  });
  const card = readAgentCard(signatures.usable);
  if (card === undefined) throw noCard(target, attempts);
  const fetched = { card, url: served.url, signatures };
  checked.set(raw, { policy: options.signatures, trusted: options.trustedKeys, fetched });
  return fetched;
}

/** What was made of cards that a cache still holds, by whose leave. */
const checked = new WeakMap<
  JsonObject,
  {
    readonly policy: SignaturePolicy | undefined;
    readonly trusted: TrustedKeys | undefined;
    readonly fetched: FetchedCard;
  }
>();

function noCard(target: string, attempts: readonly CardAttempt[]): CardError {
  const tried = attempts.map(({ url, result, what }) => {
    return `${withoutSecrets(url)} ${result === 'found' ? 'answered with JSON that names no interface' : what}`;
  });
  const advice = 'If the card is at another path, give the URL of the card itself.';
  return new CardError(`No agent card at ${withoutSecrets(target)}: ${tried.join('; ')}. ${advice}`, {
    code: codeOf(attempts),
    url: target,
  });
}

function codeOf(attempts: readonly CardAttempt[]): CardErrorCode {
  const results = attempts.map(({ result }) => result);
  if (results.includes('legacy')) return 'card-legacy';
  if (results.includes('found') || results.includes('not-a-card')) return 'card-not-a-card';
  return results.includes('not-json') ? 'card-not-json' : 'card-not-found';
}
