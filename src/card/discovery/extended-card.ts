import { type Credential, credentialHeaders, originOf } from '../../http/credentials.ts';
import type { HttpClient } from '../../http/http-client.ts';
import { createInterfaceClient } from '../../http/interface-client.ts';
import { codecFor, isSpoken } from '../../protocol/codec-for.ts';
import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { Observation } from '../../protocol/observation.ts';
import type { AgentCard, AgentInterface } from '../agent-card.ts';
import { diffCards } from '../diff-cards.ts';
import type { SignatureReport } from '../signature/signature-report.ts';
import type { ExtendedCard } from './discovery.ts';
import type { JudgedCard } from './judge-card.ts';

export interface ExtendedCardOptions {
  readonly http: HttpClient;
  readonly credentials: readonly Credential[];
  readonly signal: AbortSignal | undefined;
  /** Judges a card that was had from an interface. */
  readonly judge: (value: JsonObject) => Promise<JudgedCard>;
}

/** The public card, as it was judged. */
export interface PublicCard extends JudgedCard {
  readonly card: AgentCard;
  /** Where it was served. */
  readonly url: string | undefined;
}

/**
 * Asks for the extended card where one is declared and there are credentials for it, and says whether it may take the
 * public one's place: only if it belongs to the same agent, is no worse made, and is signed where the public one is.
 */
export async function fetchExtendedCard(
  known: PublicCard,
  options: ExtendedCardOptions,
): Promise<ExtendedCard | undefined> {
  if (known.card.capabilities.extendedAgentCard !== true) return undefined;
  const spoken = known.card.interfaces.find((one) => one.dialect !== undefined && one.binding && isSpoken(one.binding));
  if (spoken === undefined) return undefined;
  const headers = credentialHeaders(spoken.url, options.credentials);
  if (Object.keys(headers).length === 0) return undefined;
  const answer = await ask(spoken, headers, options);
  if (typeof answer === 'string') return refused(answer);
  const judged = await options.judge(answer);
  const { card, findings, signatures } = judged;
  const because = objection(known, judged);
  const changes = diffCards(known.card.raw, answer);
  return {
    accepted: because === undefined,
    because: because ?? 'belongs to the same agent and passed the checks that the public one did',
    card,
    findings,
    signatures,
    changes,
  };
}

function refused(because: string): ExtendedCard {
  return { accepted: false, because, card: undefined, findings: [], signatures: undefined, changes: [] };
}

async function ask(
  { url, tenant, binding, dialect }: AgentInterface,
  headers: Readonly<Record<string, string>>,
  { http, signal }: ExtendedCardOptions,
): Promise<JsonObject | string> {
  if (binding === undefined || dialect === undefined) return "can't be asked for";
  const endpoint = { url, ...(tenant === undefined ? {} : { tenant }) };
  const client = createInterfaceClient({ http, codec: codecFor(dialect, binding), endpoint, headers });
  const seen: Observation[] = [];
  const options = { timeoutMs: 10_000, ...(signal === undefined ? {} : { signal }) };
  await client.ask({ operation: 'GetExtendedAgentCard' }, (one) => seen.push(one), options);
  const last = seen.at(-1);
  if (last?.kind === 'card') return last.card;
  if (last?.kind === 'error') return `was not served: ${last.name === 'other' ? `HTTP ${last.httpStatus}` : last.name}`;
  return `was not served: ${last?.kind === 'failure' ? last.message.replace(/\.$/, '') : 'the answer is none'}`;
}

/** What speaks against the extended card, as the rest of a sentence that starts with it. */
function objection(known: PublicCard, extended: JudgedCard): string | undefined {
  const { card } = extended;
  if (card === undefined) return 'names no interface';
  if (card.name !== known.card.name)
    return `is of ${JSON.stringify(card.name)}, and the public one of ${JSON.stringify(known.card.name)}`;
  const [one, other] = [organizationOf(card), organizationOf(known.card)];
  if (one !== undefined && other !== undefined && one !== other)
    return `is of another provider, ${JSON.stringify(one)}`;
  const home = new Set([known.url ?? '', ...known.card.interfaces.map(({ url }) => url)].map(originOf));
  const stranger = card.interfaces.find(({ url }) => originOf(url) !== undefined && !home.has(originOf(url)));
  if (stranger !== undefined)
    return `has an interface at ${new URL(stranger.url).origin}, which the public one knows nothing of`;
  return unsigned(known.signatures, extended.signatures) ?? worse(known, extended);
}

function unsigned(known: SignatureReport | undefined, extended: SignatureReport | undefined): string | undefined {
  if (extended?.verdict === 'valid' || extended?.verdict === 'partial' || extended?.verdict === 'unchecked')
    return undefined;
  if (extended?.verdict === 'invalid') return 'has a signature that does not verify';
  if (known?.by !== undefined || extended?.policy === 'required') return 'has no signature that verifies, as it should';
  return undefined;
}

function worse(known: PublicCard, extended: JudgedCard): string | undefined {
  const before = new Set(known.findings.map(({ rule }) => rule));
  const fresh = extended.findings.find(({ rule, severity }) => severity === 'error' && !before.has(rule));
  return fresh === undefined ? undefined : `breaks a rule that the public one keeps: ${fresh.rule}, ${fresh.because}`;
}

function organizationOf({ raw }: AgentCard): unknown {
  return asObject(raw['provider'])?.['organization'];
}
