import type { IncomingMessage, ServerResponse } from 'node:http';
import { isStreaming } from '../../protocol/call.ts';
import { CardVisit } from '../card/card-visit.ts';
import { OBSERVED_EXTENSION } from '../card/rewrite-card.ts';
import type { Peer } from '../peer.ts';
import { protect } from '../protect/protect.ts';
import { CallSight } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import { marked } from '../sight/message-mark.ts';
import { WatchedCall } from '../sight/watched-call.ts';
import type { Visit } from '../visit.ts';
import { Caller } from './caller.ts';
import type { CallerSecrets } from './caller-secrets.ts';
import { type AnswerForm, errorPayload, type Refusal, writeError } from './error-answer.ts';
import { forwardedHeaders } from './forward-headers.ts';
import { readBody } from './incoming-body.ts';
import { readIncoming } from './incoming-call.ts';
import { Load } from './load.ts';
import type { Principals } from './principal.ts';
import { type PublicNames, PublicUrls } from './public-url.ts';
import { ledThrough } from './redirection.ts';
import { answerUnread } from './unread-answer.ts';

const FLAWS = {
  batch: { name: 'InvalidRequest', message: 'A2A has no batches of JSON-RPC calls. Send each call by itself.' },
  depth: { name: 'InvalidRequest', message: 'The request is nested too deep to be read.', status: 400 },
  'duplicate-key': {
    name: 'InvalidRequest',
    message: 'The request has a member twice in one object, of which others may read the other one.',
  },
} as const satisfies Record<string, Refusal>;

/** Takes in requests, finds out whose they are and what they ask for, and hands them on. */
export class Front {
  readonly #desk: Desk;
  readonly #urls: PublicUrls;
  readonly #peers: ReadonlyMap<string, Peer>;
  readonly #loads = new Map<Peer, Load>();
  readonly #principals: Principals;
  readonly #secrets: CallerSecrets;
  /** No new work is taken any more. */
  closing = false;

  constructor(
    desk: Desk,
    names: PublicNames,
    peers: readonly Peer[],
    { principals, secrets }: { readonly principals: Principals; readonly secrets: CallerSecrets },
  ) {
    this.#desk = desk;
    this.#principals = principals;
    this.#secrets = secrets;
    this.#urls = new PublicUrls(names);
    this.#peers = new Map(peers.map((peer) => [peer.name, peer]));
    for (const peer of peers) this.#loads.set(peer, new Load(desk.limits));
  }

  /** @param invite tells a caller who waits for that (`Expect: 100-continue`) to send its body */
  readonly serve = (request: IncomingMessage, response: ServerResponse, invite: () => void = () => undefined): void => {
    const { limits } = this.#desk;
    const caller = new Caller(response, limits.slowReaderMs);
    const { url = '/' } = request;
    const end = endOfName(url);
    const name = url.slice(1, end);
    const rest = url.slice(end);
    const peer = url.startsWith('/') ? this.#peers.get(name) : undefined;
    const base = this.#urls.of(request);
    if (base === undefined)
      return plainly(request, caller, 421, 'This gateway does not go by the host that was asked for.');
    if (peer === undefined)
      return plainly(request, caller, 404, 'There is no agent at this path. It is /<name of the agent>/….');
    const place = peer.placeOf(rest);
    if (place === undefined) return plainly(request, caller, 404, 'This path leads to nothing that the agent offers.');
    caller.activated = activatedBy(request);
    const refuse = (refusal: Refusal): void =>
      answerUnread(request, caller, writeError(guessForm(request, peer, rest), refusal));
    if (this.closing) return refuse(CLOSING);
    const forwarded = forwardedHeaders(request.rawHeaders, request.headers.connection);
    const principal = this.#principals.of(forwarded.credentials);
    this.#secrets.met(principal, forwarded.credentials);
    const from = `${request.socket.remoteAddress}\n${principal}`;
    const load = this.#loads.get(peer) as Load;
    const tooFast = load.rateRefusal(from, this.#desk.clock());
    if (tooFast !== undefined) return refuse(tooFast);
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') return refuse(COMPRESSED);
    readBody(request, limits.maxBodyBytes, invite, (body) => {
      if (body === 'too-large') {
        const message = `The request is longer than the ${limits.maxBodyBytes} bytes that the gateway takes.`;
        return refuse({ name: 'InvalidRequest', status: 413, message });
      }
      const call = readIncoming(request, rest, body, peer.knownAt(rest));
      const visit: Visit = {
        peer,
        request,
        caller,
        mountUrl: `${base}/${name}`,
        rest,
        place,
        forwarded,
        body,
        call,
        principal,
      };
      caller.headersFor = ledThrough(visit);
      this.#admit(visit, load, from);
    });
  };

  #admit(visit: Visit, load: Load, from: string): void {
    const { caller, call, peer } = visit;
    const flaw = call.flaw === 'duplicate-key' && peer.level === 'watch' ? undefined : call.flaw;
    if (flaw !== undefined) return caller.answer(writeError(call.form, FLAWS[flaw]));
    const streaming = call.read !== undefined && isStreaming(call.read.call.operation);
    const leave = load.enter(from, streaming);
    if (typeof leave !== 'function') return caller.answer(writeError(call.form, leave));
    caller.onClose(leave);
    const { streamTotalMs } = this.#desk.limits;
    if (streaming && streamTotalMs > 0) {
      const timer = setTimeout(() => expire(visit, streamTotalMs), streamTotalMs);
      caller.onClose(() => clearTimeout(timer));
    }
    this.#handle(visit);
  }

  #handle(visit: Visit): void {
    const { peer, call, request, rest } = visit;
    const read = call.read && marked(visit, call.read);
    const fetches = request.method === 'GET' || request.method === 'HEAD';
    if (read?.call.operation === 'GetExtendedAgentCard' || (read === undefined && fetches && peer.isCardPath(rest))) {
      new CardVisit(this.#desk, visit, read && new CallSight(this.#desk, visit, read)).start();
    } else if (peer.level === 'protect' && read !== undefined) protect(this.#desk, visit, read);
    else new WatchedCall(this.#desk, visit, read && new CallSight(this.#desk, visit, read)).start();
  }
}

/** Where the name of an agent ends that a path begins with. */
function endOfName(url: string): number {
  for (let at = 1; at < url.length; at++) if (url[at] === '/' || url[at] === '?') return at;
  return url.length;
}

/** Ends a stream that has lived for as long as one may. */
function expire({ caller, call }: Visit, afterMs: number): void {
  const message = `The gateway keeps a stream for ${afterMs} ms. The task goes on: subscribe to it anew, or read it.`;
  const refusal: Refusal = { name: 'InternalError', status: 504, message };
  caller.expire(writeError(call.form, refusal), `data: ${errorPayload(call.form, refusal)}\n\n`);
}

const CLOSING: Refusal = {
  name: 'InternalError',
  status: 503,
  message: 'The gateway is being stopped and takes no new work.',
  retryAfter: 5,
};
const COMPRESSED: Refusal = {
  name: 'InvalidRequest',
  status: 415,
  message: 'The gateway takes no compressed requests.',
};

/** The gateway's own extension, where a caller asks for it. */
function activatedBy({ headers }: IncomingMessage): Caller['activated'] {
  for (const header of ['a2a-extensions', 'x-a2a-extensions']) {
    const value = headers[header];
    if (value?.includes(OBSERVED_EXTENSION) === true) return { header, uri: OBSERVED_EXTENSION };
  }
  return undefined;
}

/** In which form to answer what was not read. */
function guessForm({ headers, method }: IncomingMessage, peer: Peer, rest: string): AnswerForm {
  const known = peer.knownAt(rest);
  const version = headers['a2a-version'];
  const route = /\/(?:message:|tasks(?:\/|\?|$)|extendedAgentCard|v1\/card)/.test(rest);
  const dialect = typeof version === 'string' && version.startsWith('1') ? '1.0' : (known?.dialect ?? '1.0');
  const binding = method === 'POST' && !route ? (known?.binding ?? 'JSONRPC') : 'HTTP+JSON';
  return { dialect, binding, rpcId: null };
}

function plainly(request: IncomingMessage, caller: Caller, status: number, message: string): void {
  const body = Buffer.from(JSON.stringify({ error: { code: status, message } }));
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  answerUnread(request, caller, { status, headers, body });
}
