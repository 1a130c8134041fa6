import { readAgentCard } from '../../card/agent-card.ts';
import type { Claim } from '../../lifecycle/finding.ts';
import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { InterfaceKey } from '../../trust/trust-view.ts';
import { writeError } from '../front/error-answer.ts';
import { answerHeaders, withoutHeaders } from '../front/forward-headers.ts';
import type { Peer } from '../peer.ts';
import type { CallSight } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import { AgentCall, type AgentFailure, type AnswerHead, type AnswerReceiver } from '../upstream/agent-call.ts';
import { failureAnswer } from '../upstream/failure-answer.ts';
import type { Visit } from '../visit.ts';
import { type ObservedClaim, type ObservedClaims, rewriteCard } from './rewrite-card.ts';
import { cardAnswer } from './served-card.ts';

/** The agent's validators are not those of the card that is served. */
const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range'];
const STALE = [
  'etag',
  'last-modified',
  'content-length',
  'content-md5',
  'digest',
  'content-digest',
  'age',
  'accept-ranges',
];

/** Serves the card that the agent answers with, rewritten. What turns out to be no card passes as it is. */
export class CardVisit implements AnswerReceiver {
  readonly #desk: Desk;
  readonly #visit: Visit;
  readonly #call: AgentCall;
  readonly #sight: CallSight | undefined;
  #head: AnswerHead | undefined;

  constructor(desk: Desk, visit: Visit, sight: CallSight | undefined) {
    this.#desk = desk;
    this.#visit = visit;
    this.#sight = sight;
    this.#call = new AgentCall(visit.place.origin, desk.limits.maxAnswerBytes, this);
  }

  start(): void {
    const { peer, place, request, forwarded, body, caller } = this.#visit;
    caller.onLeave(() => this.#call.abandon());
    const headers = withoutHeaders(forwarded.headers, CONDITIONS);
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const asked = { method, path: place.path, headers, body: body.length === 0 ? undefined : body };
    peer.pool(place.origin).dispatch(asked, false, this.#call);
  }

  head(head: AnswerHead): 'whole' {
    this.#head = head;
    return 'whole';
  }

  piece(): void {}

  end(body: Buffer): void {
    const { status = 502, headers = {}, raw = [] } = this.#head ?? {};
    const { caller, request } = this.#visit;
    const sight = this.#sight;
    sight?.codec.decodeAnswer(sight.vantage, { status, headers, body, received: this.#desk.clock() }, sight.see);
    const served = status < 300 ? this.#rewrite(body) : undefined;
    if (served === undefined) return caller.answer({ status, headers: answerHeaders(raw), body });
    const type = String(headers['content-type'] ?? 'application/json');
    const caching = headers['cache-control'];
    const own = cardAnswer(served, type, request, typeof caching === 'string' ? caching : undefined);
    const named = own.headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    const kept = withoutHeaders(answerHeaders(raw), [...STALE, ...named]);
    caller.answer({ ...own, headers: [...kept, ...own.headers] });
  }

  failed(failure: AgentFailure): void {
    const sight = this.#sight;
    sight?.see({ kind: 'failure', ...failure, vantage: sight.vantage, received: this.#desk.clock() });
    this.#visit.caller.answer(writeError(this.#visit.call.form, failureAnswer(failure)));
  }

  /** The rewritten body; `undefined` for one that holds no card. */
  #rewrite(body: Buffer): Buffer | undefined {
    const { peer, mountUrl, call } = this.#visit;
    const whole = parse(body);
    const enveloped = call.form.binding === 'JSONRPC' && whole?.['jsonrpc'] !== undefined;
    const card = enveloped ? asObject(whole?.['result']) : whole;
    if (card === undefined || readAgentCard(card) === undefined) return undefined;
    // What only some may see says nothing of what all are served.
    if (call.read === undefined) this.#note(card);
    const claims = observedClaims(this.#desk, peer);
    const served = rewriteCard(card, { url: mountUrl, paths: peer.paths, claims, honest: peer.level === 'protect' });
    if (served === undefined) {
      this.#desk.report({
        kind: 'notice',
        peer: peer.name,
        says: 'Its card has no interface that may be reached through the gateway. Allow its origin.',
      });
      return undefined;
    }
    return Buffer.from(JSON.stringify(enveloped ? { ...whole, result: served } : served));
  }

  #note(card: JsonObject): void {
    const { peer } = this.#visit;
    const digest = peer.noteCard(card);
    if (digest !== undefined) this.#desk.trust.cardSeen(peer.cardUrl, digest, peer.card?.interfaces);
  }
}

/** The members of a card's capabilities, and the claims that they make. */
const CLAIMS: readonly (readonly [member: string, claim: Claim])[] = [
  ['streaming', 'stream.send'],
  ['subscribe', 'stream.subscribe'],
  ['pushNotifications', 'pushNotifications'],
  ['stateTransitionHistory', 'stateTransitionHistory'],
  ['extendedAgentCard', 'extendedAgentCard'],
  ['cancel', 'cancel'],
];

/** How each claim was found. Where interfaces differ the worst counts, since a card makes its claims for all of them. */
function observedClaims(desk: Desk, peer: Peer): ObservedClaims {
  const capabilities = asObject(peer.card?.raw['capabilities']) ?? {};
  return Object.fromEntries(
    CLAIMS.map(([member, claim]) => {
      const declared = capabilities[member === 'subscribe' ? 'streaming' : member] === true || member === 'cancel';
      const all = peer.interfaces.map((each) => observe(desk, peer, each, claim, declared));
      const found =
        all.find(({ observed }) => observed === 'broken') ?? all.find(({ observed }) => observed === 'kept');
      return [member, found ?? { declared, observed: 'unverified' }];
    }),
  );
}

function observe(
  desk: Desk,
  { cardUrl }: Peer,
  { url, binding, dialect, tenant }: Peer['interfaces'][number],
  claim: Claim,
  declared: boolean,
): ObservedClaim {
  if (binding === undefined || dialect === undefined) return { declared, observed: 'unverified' };
  const at: InterfaceKey = { cardUrl, interfaceUrl: url, binding, dialect, tenant, credential: undefined };
  const standing = desk.trust.standingOf(at, claim);
  if (standing.state === 'unverified') return { declared, observed: 'unverified' };
  if (standing.state === 'verified') {
    return { declared, observed: 'kept', since: new Date(standing.keptAt).toISOString() };
  }
  const demotion = desk.demotionOf(at, claim);
  const since =
    demotion === undefined ? {} : { since: new Date(demotion.at).toISOString(), evidence: demotion.evidence };
  return { declared, observed: 'broken', ...since };
}

function parse(body: Buffer): JsonObject | undefined {
  try {
    return asObject(JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')));
  } catch {
    return undefined;
  }
}
