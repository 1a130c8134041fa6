import { readAgentCard } from '../../card/agent-card.ts';
import type { Claim } from '../../lifecycle/finding.ts';
import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { InterfaceKey } from '../../trust/trust-view.ts';
import { writeError } from '../front/error-answer.ts';
import { answerHeaders, withoutHeaders } from '../front/forward-headers.ts';
import type { Peer } from '../peer.ts';
import type { UpstreamPlace } from '../peer-paths.ts';
import type { CallSight } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import { AgentCall, type AgentFailure, type AnswerHead, type AnswerReceiver } from '../upstream/agent-call.ts';
import { failureAnswer } from '../upstream/failure-answer.ts';
import { passOn } from '../upstream/pass-on.ts';
import type { Visit } from '../visit.ts';
import { type ObservedClaim, type ObservedClaims, rewriteCard } from './rewrite-card.ts';
import { cardAnswer } from './served-card.ts';
import { whyUnserved } from './unserved-card.ts';

/** The agent's validators are not those of the card that is served. */
const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range'];
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MOST_HOPS = 3;
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

/**
 * Serves the card that the agent answers with, rewritten. What turns out to be no card passes as it is; one that would
 * lead past the gateway whatever a caller takes from it is refused, but by a gateway that only watches.
 */
export class CardVisit implements AnswerReceiver {
  readonly #desk: Desk;
  readonly #visit: Visit;
  #call: AgentCall;
  #place: UpstreamPlace;
  #hops = 0;
  readonly #sight: CallSight | undefined;

  constructor(desk: Desk, visit: Visit, sight: CallSight | undefined) {
    this.#desk = desk;
    this.#visit = visit;
    this.#sight = sight;
    this.#place = visit.place;
    this.#call = new AgentCall(visit.place.origin, desk.limits.maxAnswerBytes, this);
  }

  start(): void {
    this.#visit.caller.onLeave(() => this.#call.abandon());
    this.#fetch();
  }

  end({ status, headers, raw }: AnswerHead, body: Buffer): void {
    const { caller, request } = this.#visit;
    const sight = this.#sight;
    sight?.codec.decodeAnswer(sight.vantage, { status, headers, body, received: this.#desk.clock() }, sight.see);
    const served = status < 300 ? this.#rewrite(body) : undefined;
    if (served === 'refused') return;
    if (served === undefined) {
      if (this.#follow(status, headers['location'])) return;
      return caller.answer({ status, headers: answerHeaders(raw), body });
    }
    const type = String(headers['content-type'] ?? 'application/json');
    const caching = headers['cache-control'];
    const own = cardAnswer(served, type, request, typeof caching === 'string' ? caching : undefined);
    const named = own.headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    const kept = withoutHeaders(answerHeaders(raw), [...STALE, ...named]);
    caller.answer({ ...own, headers: [...kept, ...own.headers] });
  }

  #fetch(): void {
    const { request, forwarded, place } = this.#visit;
    const whole = request.method === 'HEAD' ? { method: 'GET' } : {};
    // Credentials are for the origin that they were sent to.
    const stays = this.#place.origin === place.origin ? [] : forwarded.credentials.filter((_, at) => at % 2 === 0);
    const headers = withoutHeaders(forwarded.headers, [...CONDITIONS, ...stays]);
    passOn({ ...this.#visit, place: this.#place }, false, this.#call, { headers, ...whole });
  }

  /** The card may live elsewhere: it is fetched from there, since its caller must not be sent past the gateway. */
  #follow(status: number, location: string | readonly string[] | undefined): boolean {
    if (!REDIRECTS.has(status) || this.#visit.call.read !== undefined || typeof location !== 'string') return false;
    const url = URL.parse(location, this.#place.origin + this.#place.path);
    const next = url === null ? undefined : this.#visit.peer.paths.reached(url);
    if (next === undefined || this.#hops === MOST_HOPS) return false;
    this.#hops++;
    this.#place = next;
    this.#call = new AgentCall(next.origin, this.#desk.limits.maxAnswerBytes, this);
    this.#fetch();
    return true;
  }

  failed(failure: AgentFailure): void {
    const sight = this.#sight;
    sight?.see({ kind: 'failure', ...failure, vantage: sight.vantage, received: this.#desk.clock() });
    this.#visit.caller.answer(writeError(this.#visit.call.form, failureAnswer(failure)));
  }

  /** The rewritten body; `undefined` for one that passes as it is. */
  #rewrite(body: Buffer): Buffer | 'refused' | undefined {
    const { peer, mountUrl, call } = this.#visit;
    const whole = parse(body);
    const enveloped = call.form.binding === 'JSONRPC' && whole?.['jsonrpc'] !== undefined;
    const card = enveloped ? asObject(whole?.['result']) : whole;
    const known = readAgentCard(card);
    if (card === undefined || known === undefined) return undefined;
    // What only some may see says nothing of what all are served.
    if (call.read === undefined) this.#note(card);
    const claims = observedClaims(this.#desk, peer);
    const served = rewriteCard(card, { url: mountUrl, paths: peer.paths, claims, honest: peer.level === 'protect' });
    if (served === undefined) return this.#unserved(whyUnserved(known, peer));
    return Buffer.from(JSON.stringify(enveloped ? { ...whole, result: served } : served));
  }

  /** A card that leads nowhere but past the gateway: at `watch` that is told only, since nothing is changed there. */
  #unserved(why: string): 'refused' | undefined {
    const { peer, caller, call } = this.#visit;
    if (peer.level === 'watch') {
      this.#desk.report({ kind: 'notice', peer: peer.name, says: why });
      return undefined;
    }
    this.#desk.act(peer, 'refused', undefined, why);
    caller.answer(writeError(call.form, { name: 'InternalError', message: why, status: 502 }));
    return 'refused';
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
