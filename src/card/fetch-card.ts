import type { HttpClient } from '../http/http-client.ts';
import { HttpError } from '../http/http-error.ts';
import type { HttpAnswer } from '../http/http-message.ts';
import { withoutSecrets } from '../http/without-secrets.ts';
import { type AgentCard, readAgentCard } from './agent-card.ts';
import { CardError, type CardErrorCode } from './card-error.ts';

/** Where a card is looked for below a base URL: the path of 0.3 and 1.0 (§8.2), then that of 0.2. */
const WELL_KNOWN = ['.well-known/agent-card.json', '.well-known/agent.json'] as const;

export interface FetchCardOptions {
  readonly http: HttpClient;
  /** Sent to the card's own origin only. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Cards larger than this are refused; 1 MiB by default. */
  readonly maxBytes?: number;
}

/** A card, and the URL where it was. */
export interface FetchedCard {
  readonly card: AgentCard;
  readonly url: string;
}

/**
 * Fetches an agent's card from its own URL, or from the well-known paths below an agent's base URL.
 *
 * @throws CardError saying where it was looked for, and what was there instead
 */
export async function fetchCard(target: string, options: FetchCardOptions): Promise<FetchedCard> {
  const tried: string[] = [];
  let code = 'card-not-found' as CardErrorCode;
  for (const url of candidates(target)) {
    const answer = await get(url, options);
    if (answer.status < 200 || answer.status > 299) {
      tried.push(`${withoutSecrets(url)} answered HTTP ${answer.status}`);
      continue;
    }
    const value = parse(answer);
    const card = readAgentCard(value);
    if (card !== undefined) return { card, url: answer.url };
    code = value === undefined && code !== 'card-not-a-card' ? 'card-not-json' : 'card-not-a-card';
    const type = answer.headers['content-type'] ?? 'without a content type';
    tried.push(
      `${withoutSecrets(url)} answered with ${value === undefined ? `no JSON (${type})` : 'JSON that names no interface'}`,
    );
  }
  const advice = 'If the card is at another path, give the URL of the card itself.';
  throw new CardError(`No agent card at ${withoutSecrets(target)}: ${tried.join('; ')}. ${advice}`, {
    code,
    url: target,
  });
}

/**
 * The URL itself comes first if it looks like a file, last if it looks like a base. Nothing above it is tried: another
 * agent of the same host may be there, and a slip in the path must not send it the work.
 */
function candidates(target: string): readonly string[] {
  if (!URL.canParse(target)) {
    throw new CardError(`${withoutSecrets(target)} is no URL. Give one such as https://agent.example/.`, {
      code: 'card-bad-url',
      url: target,
    });
  }
  const base = new URL(target);
  base.hash = '';
  if (base.pathname.endsWith('.json')) return [base.href];
  const folder = new URL(base);
  folder.search = '';
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  const below = WELL_KNOWN.map((path) => new URL(path, folder).href);
  return [...new Set([...below, base.href])];
}

async function get(url: string, options: FetchCardOptions): Promise<HttpAnswer> {
  try {
    return await options.http.request({
      url,
      headers: { accept: 'application/json', ...options.headers },
      redirects: { max: 3, crossOrigin: true },
      maxBodyBytes: options.maxBytes ?? 1024 * 1024,
      totalTimeoutMs: options.timeoutMs ?? 15_000,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    if (error instanceof HttpError) throw new CardError(error.message, { code: 'card-unreachable', url, cause: error });
    throw error;
  }
}

function parse(answer: HttpAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
