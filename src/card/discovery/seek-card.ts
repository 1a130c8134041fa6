import { type Credential, credentialHeaders } from '../../http/credentials.ts';
import type { HttpHeaders } from '../../http/headers.ts';
import type { HttpClient } from '../../http/http-client.ts';
import { HttpError } from '../../http/http-error.ts';
import type { HttpAnswer } from '../../http/http-message.ts';
import { asObject } from '../../protocol/json.ts';
import { readAgentCard } from '../agent-card.ts';
import { isLegacyCard, looksLikeCard } from '../card-layout.ts';
import type { CardAttempt } from '../lint/card-source.ts';
import { parseCard } from '../parse-card.ts';
import type { CachedAnswer, CardCache } from './card-cache.ts';

/** Where a card is looked for below a base URL: the path of 0.3 and 1.0 (§8.2), then that of 0.2. */
const WELL_KNOWN = ['.well-known/agent-card.json', '.well-known/agent.json'] as const;

export interface SeekOptions {
  readonly http: HttpClient;
  readonly credentials?: readonly Credential[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For each place where it is looked for; 15 s by default. */
  readonly timeoutMs?: number | undefined;
  /** For all places together; no limit unless given. */
  readonly withinMs?: number | undefined;
  /** Cards larger than this are refused; 1 MiB by default. */
  readonly maxBytes?: number | undefined;
  /** Where cards are kept and looked up; nothing is unless given. */
  readonly cache?: CardCache | undefined;
}

/** A card as it was served, well-formed or not. */
export interface ServedCard {
  readonly text: string;
  readonly value: unknown;
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly headers: HttpHeaders;
  /** What the cache held before, where this is something else. */
  readonly earlier: string | undefined;
}

/** What came of looking for a card. */
export interface Sought {
  readonly served: ServedCard | undefined;
  readonly attempts: readonly CardAttempt[];
  /** What became of the last attempt that got no answer of use. */
  readonly failure: HttpError | undefined;
}

/** What is wrong with one answer, and says nothing of the next place. */
const OF_ONE_PLACE: ReadonlySet<string> = new Set(['too-large', 'encoded', 'redirect-refused', 'bad-response']);

/** The most redirects that are followed for a card. */
const MOST_REDIRECTS = 3;
export const DEFAULT_MAX_BYTES = 1024 * 1024;

/**
 * Looks for a card at a URL, or at the well-known paths below it. A card is told by its shape, wherever it is. Every
 * place is tried until one has it, but a place that can't be reached at all speaks for all others of its host. One that
 * names no interface counts if there is no other: some servers describe themselves at each path that they don't know.
 */
export async function seekCard(target: string, options: SeekOptions): Promise<Sought> {
  const attempts: CardAttempt[] = [];
  let failure: HttpError | undefined;
  let bare: ServedCard | undefined;
  const { timeoutMs = 15_000, withinMs = Number.POSITIVE_INFINITY } = options;
  const end = performance.now() + withinMs;
  for (const url of placesOf(target)) {
    let answer: Served;
    try {
      answer = await get(url, { ...options, timeoutMs: Math.min(timeoutMs, Math.max(1, end - performance.now())) });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      failure = error;
      const what = `can't be had: ${error.message.replace(/\.$/, '')}`;
      attempts.push({ url, result: 'unreachable', what });
      if (OF_ONE_PLACE.has(error.code)) continue;
      break;
    }
    const { attempt, value, namesInterface } = judgeOnce(url, answer);
    attempts.push(attempt);
    if (attempt.result !== 'found') continue;
    const { text, headers, earlier } = answer;
    const served = { text, value, url: answer.url, headers, earlier };
    if (namesInterface === true) return { served, attempts, failure: undefined };
    bare ??= served;
  }
  return { served: bare, attempts, failure: bare === undefined ? failure : undefined };
}

/**
 * The URL itself comes first if it looks like a file, last if it looks like a base. Nothing above it is tried: another
 * agent of the same host may be there, and a slip in the path must not send it the work.
 */
function* placesOf(target: string): Generator<string> {
  const base = new URL(target);
  base.hash = '';
  const whole = base.href;
  if (base.pathname.endsWith('.json')) return yield whole;
  base.search = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  for (const path of WELL_KNOWN) yield base.href + path;
  yield whole;
}

interface Judged {
  readonly attempt: CardAttempt;
  readonly value?: unknown;
  readonly namesInterface?: boolean;
}

/** What was found in answers that a cache keeps, so that each is read once. */
const judged = new WeakMap<CachedAnswer, Judged>();

function judgeOnce(url: string, answer: Served): Judged {
  const { kept } = answer;
  if (kept === undefined) return judge(url, answer);
  const known = judged.get(kept) ?? judge(url, answer);
  judged.set(kept, known);
  return known;
}

function judge(url: string, answer: Served): Judged {
  const { status, text, headers } = answer;
  if (status < 200 || status > 299) {
    return { attempt: { url, result: 'status', status, what: `answered HTTP ${status}` } };
  }
  const { value, fault } = parseCard(text);
  if (fault !== undefined) {
    const type = headers['content-type'] ?? 'without a content type';
    return { attempt: { url, result: 'not-json', status, what: `answered with what ${fault.what} (${type})` } };
  }
  const raw = asObject(value);
  if (raw === undefined || !looksLikeCard(raw)) {
    return { attempt: { url, result: 'not-a-card', status, what: 'answered with JSON that is no agent card' } };
  }
  if (isLegacyCard(raw)) {
    return { attempt: { url, result: 'legacy', status, what: 'answered with a card of A2A 0.1' } };
  }
  const namesInterface = readAgentCard(value) !== undefined;
  return { attempt: { url, result: 'found', status, what: 'answered with a card' }, value, namesInterface };
}

interface Served {
  readonly status: number;
  readonly text: string;
  readonly url: string;
  readonly headers: HttpHeaders;
  readonly earlier: string | undefined;
  /** What the cache holds of it, where it is from there. */
  readonly kept?: CachedAnswer;
}

/** The text that one URL answers with now, whatever any cache has; `undefined` where it answers with nothing of use. */
export async function fetchAgain(url: string, options: SeekOptions): Promise<string | undefined> {
  try {
    const answer = await ask(url, credentialHeaders(url, options.credentials ?? []), options);
    return answer.status === 200 ? answer.body.toString('utf8') : undefined;
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/** Answers from the cache while it may, and asks whether what is there has changed when it may no longer. */
async function get(url: string, options: SeekOptions): Promise<Served> {
  const credentials = credentialHeaders(url, options.credentials ?? []);
  const hit = options.cache?.find(url, credentials);
  if (hit?.fresh) return { ...hit.answer, status: 200, earlier: undefined, kept: hit.answer };
  const answer = await ask(url, { ...credentials, ...hit?.conditions }, options);
  if (hit !== undefined && answer.status === 304) {
    const headers = { ...hit.answer.headers, ...answer.headers };
    options.cache?.keep(url, credentials, { ...hit.answer, headers });
    return { ...hit.answer, headers, status: 200, earlier: undefined, kept: hit.answer };
  }
  const text = answer.body.toString('utf8');
  const served = { text, url: answer.url, headers: answer.headers };
  if (answer.status === 200) options.cache?.keep(url, credentials, served);
  const earlier = answer.status === 200 && hit !== undefined && hit.answer.text !== text ? hit.answer.text : undefined;
  return { ...served, status: answer.status, earlier };
}

function ask(url: string, headers: Readonly<Record<string, string>>, options: SeekOptions): Promise<HttpAnswer> {
  return options.http.request({
    url,
    headers: { accept: 'application/json', ...headers },
    redirects: { max: MOST_REDIRECTS, crossOrigin: true },
    maxBodyBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    totalTimeoutMs: options.timeoutMs ?? 15_000,
    signal: options.signal,
  });
}
