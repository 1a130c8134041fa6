import type { Credential } from '../../http/credentials.ts';
import { createHttpClient, type HttpClient } from '../../http/http-client.ts';
import type { NamesOf } from '../../options/given-names.ts';
import { refuseStrangers } from '../../options/option-error.ts';
import { asObject } from '../../protocol/json.ts';
import type { AgentCard } from '../agent-card.ts';
import { isLegacyCard } from '../card-layout.ts';
import { diffCards } from '../diff-cards.ts';
import type { CardSource, EarlierCard, InterfaceSeen } from '../lint/card-source.ts';
import { lintCard } from '../lint/lint-card.ts';
import { parseCard } from '../parse-card.ts';
import type { SignaturePolicy } from '../signature/signature-report.ts';
import type { TrustedKeys } from '../signature/trusted-keys.ts';
import type { VerifyOptions } from '../signature/verify-signatures.ts';
import type { CardCache } from './card-cache.ts';
import type { Discovery } from './discovery.ts';
import { discoveryPolicy } from './discovery-policy.ts';
import { fetchExtendedCard } from './extended-card.ts';
import { type JudgedCard, judgeCard } from './judge-card.ts';
import { keySetFetcher } from './key-set-fetcher.ts';
import { type CardOrigin, type ObtainedCard, obtainCard } from './obtain-card.ts';
import { probeInterface } from './probe-interface.ts';
import { fetchAgain, type SeekOptions } from './seek-card.ts';

export interface DiscoverOptions {
  /** Sent where they say and nowhere else: neither a card nor a redirect directs them. */
  readonly credentials?: readonly Credential[];
  /** Whether private, loopback and link-local addresses may be connected to; for a loopback target, that is implied. */
  readonly allowPrivate?: boolean;
  /** Ask nothing but for the card itself: no key set, no interface, no extended card. */
  readonly offline?: boolean;
  /** Whether to ask each interface what it speaks, by calls that create nothing, and the card's URL a second time. */
  readonly probe?: boolean;
  /** `if-present` unless given. */
  readonly signatures?: SignaturePolicy;
  readonly trusted?: TrustedKeys;
  /** An earlier state of the card, to be compared with. */
  readonly before?: EarlierCard;
  readonly cache?: CardCache;
  /** A client to share, whose own policy says what may be connected to. It is left open; one of our own is closed. */
  readonly http?: HttpClient;
  readonly signal?: AbortSignal;
  /** For each place where the card is looked for; 15 s by default. */
  readonly timeoutMs?: number;
  /** Cards larger than this are refused; 1 MiB by default. */
  readonly maxBytes?: number;
}

const OPTIONS: NamesOf<DiscoverOptions> = {
  credentials: true,
  allowPrivate: true,
  offline: true,
  probe: true,
  signatures: true,
  trusted: true,
  before: true,
  cache: true,
  http: true,
  signal: true,
  timeoutMs: true,
  maxBytes: true,
};

/** More interfaces than these are not asked. */
const MOST_INTERFACES = 16;

/**
 * Finds an agent's card and checks it: at a base URL, at the card's own URL, in a file, or as text. Whatever is wrong is
 * in the result's findings; nothing that a card or a server does makes it reject. Nothing is ever created at the agent.
 */
export async function discoverCard(origin: CardOrigin, options: DiscoverOptions = {}): Promise<Discovery> {
  refuseStrangers(options, OPTIONS);
  const target = typeof origin === 'string' ? origin : undefined;
  const http = options.http ?? createHttpClient({ allow: discoveryPolicy(target, options.allowPrivate) });
  try {
    return await discover(origin, { ...options, http });
  } finally {
    if (options.http === undefined) await http.close();
  }
}

type Options = DiscoverOptions & { readonly http: HttpClient };

async function discover(origin: CardOrigin, options: Options): Promise<Discovery> {
  const seeking: SeekOptions = options;
  const obtained = await obtainCard(origin, seeking);
  const earlier = earlierState(obtained, options);
  const source = sourceOf(obtained, (await secondFetch(obtained, options)) ?? earlier);
  const raw = asObject(obtained.value);
  const found = { place: obtained.place, text: obtained.text, attempts: obtained.attempts };
  const changes = earlier === undefined ? undefined : diffCards(earlier.value, obtained.value);
  if (raw === undefined || isLegacyCard(raw)) {
    const findings = lintCard(source);
    return { ...found, card: undefined, findings, signatures: undefined, interfaces: [], changes, extended: undefined };
  }
  const verifying = verifyingBy(obtained.url, options);
  const judged = await judgeCard(raw, source, verifying, options.probe === true ? prober(options) : undefined);
  const extended = await extendedCard(judged, obtained.url, verifying, options);
  const { findings, signatures, interfaces } = judged;
  const card = extended?.accepted === true ? extended.card : judged.card;
  return { ...found, card, findings, signatures, interfaces, changes, extended };
}

function sourceOf({ text, value, url, headers, attempts }: ObtainedCard, before: EarlierCard | undefined): CardSource {
  return {
    attempts,
    ...(text === undefined ? {} : { text }),
    ...(value === undefined ? {} : { value }),
    ...(url === undefined ? {} : { url }),
    ...(headers === undefined ? {} : { headers }),
    ...(before === undefined ? {} : { before }),
  };
}

/** What the caller knows goes before what the cache does. */
function earlierState({ earlier }: ObtainedCard, { before }: Options): EarlierCard | undefined {
  return before ?? (earlier === undefined ? undefined : { value: parseCard(earlier).value, since: 'earlier' });
}

/** Another answer of the same URL, where it is another one. */
async function secondFetch({ text, url }: ObtainedCard, options: Options): Promise<EarlierCard | undefined> {
  if (options.probe !== true || options.offline === true || url === undefined) return undefined;
  const again = await fetchAgain(url, options);
  return again === undefined || again === text ? undefined : { value: parseCard(again).value, since: 'moments' };
}

function verifyingBy(
  cardUrl: string | undefined,
  { signatures, trusted, offline, http, signal }: Options,
): VerifyOptions {
  const fetchKeySet = offline === true ? undefined : keySetFetcher(http, signal);
  return { policy: signatures, cardUrl, trusted, fetchKeySet };
}

function prober({ http, credentials = [], signal, offline }: Options) {
  return async (card: AgentCard): Promise<readonly InterfaceSeen[]> => {
    if (offline === true) return [];
    const asked = card.interfaces.slice(0, MOST_INTERFACES);
    return Promise.all(asked.map((one) => probeInterface(one, { http, credentials, signal })));
  };
}

async function extendedCard(
  judged: JudgedCard,
  url: string | undefined,
  verifying: VerifyOptions,
  { http, credentials = [], signal, offline }: Options,
): Promise<Discovery['extended']> {
  const { card } = judged;
  if (card === undefined || offline === true) return undefined;
  const source = url === undefined ? {} : { url };
  return fetchExtendedCard(
    { ...judged, card, url },
    { http, credentials, signal, judge: (raw) => judgeCard(raw, source, verifying, undefined) },
  );
}
