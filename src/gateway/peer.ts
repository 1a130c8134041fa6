import { hash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { type AgentCard, type AgentInterface, readAgentCard } from '../card/agent-card.ts';
import { CardError } from '../card/card-error.ts';
import { fetchCard } from '../card/fetch-card.ts';
import { claimsOf } from '../contract/card-claims.ts';
import { type AddressPolicy, allowHostOf, anyOf } from '../http/address-policy.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import { newPeerRecord, type PeerRecord } from '../lifecycle/peer-record.ts';
import { compileRules, type RuleTable } from '../lifecycle/rule-table.ts';
import { withoutEndSlashes } from '../protocol/end-slashes.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import { RULES } from '../rules/catalogue.ts';
import { FirstNames } from './first-names.ts';
import type { KnownInterface } from './front/incoming-call.ts';
import type { GatewayEvent } from './gateway-event.ts';
import type { GatewayLimits } from './limits.ts';
import { DEFAULT_PROTECTION, type Level, type PeerOptions, type Protection } from './options.ts';
import { PeerPaths, type UpstreamPlace } from './peer-paths.ts';
import { AgentPool } from './upstream/agent-pool.ts';

/** What a peer shares with the others of its gateway. */
export interface PeerContext {
  readonly limits: GatewayLimits;
  readonly lookup: LookupFunction | undefined;
  readonly report: (event: GatewayEvent) => void;
}

/** An interface of the card, and where it is mounted. */
interface MountedInterface extends KnownInterface {
  readonly path: string;
  readonly listed: AgentInterface;
}

const WELL_KNOWN = '/.well-known/agent-card.json';
/** Mounted paths of interfaces that cards named so far; callers may hold an old card. */
const MOST_PATHS = 1_000;
/** Interfaces that no card lists, and media types of answers: callers choose these. */
const MOST_UNLISTED = 100;
const MOST_MODES = 1_000;

/** An agent that the gateway stands before: its card, its connections, and what it is judged by. */
export class Peer {
  readonly name: string;
  readonly level: Level;
  readonly protection: Protection;
  readonly paths: PeerPaths;
  card: AgentCard | undefined;
  cardUrl: string;
  readonly #context: PeerContext;
  readonly #pools: ReadonlyMap<string, AgentPool>;
  readonly #http: HttpClient;
  readonly #facts = new Map<string, PeerFacts>();
  readonly #records = new Map<string, PeerRecord>();
  readonly #beside = new Set<string>();
  #interfaces: readonly MountedInterface[] = [];
  #digest: string | undefined;
  readonly #streaming = new Set<string>();
  readonly #blocking = new Set<string>();
  readonly #unlisted = new FirstNames(MOST_UNLISTED, 1_024);
  /** The media types of answers by which something is remembered of the agent. */
  readonly modes = new FirstNames(MOST_MODES, 255);

  constructor({ name, target, level = 'protect', origins = [], ...protection }: PeerOptions, context: PeerContext) {
    this.name = name;
    this.level = level;
    this.protection = { ...DEFAULT_PROTECTION, ...protection };
    this.paths = new PeerPaths(target, origins);
    this.cardUrl = this.paths.target.href;
    this.#context = context;
    const { lookup, limits } = context;
    const allow: AddressPolicy = anyOf(...this.paths.origins.map((origin) => allowHostOf(origin)));
    this.#pools = new Map(this.paths.origins.map((origin) => [origin, new AgentPool(origin, allow, limits, lookup)]));
    this.#http = createHttpClient({ allow, ...(lookup === undefined ? {} : { lookup }) });
  }

  /** Fetches the card, so that requests are judged by it. Tells whether it was found, and never rejects. */
  async readCard(): Promise<void> {
    try {
      const { card, url } = await fetchCard(this.paths.target.href, { http: this.#http });
      this.cardUrl = url;
      this.noteCard(card.raw);
      this.#context.report({ kind: 'card', peer: this.name, found: true, says: `the card of ${card.name} at ${url}` });
    } catch (error) {
      if (!(error instanceof CardError)) throw error;
      this.#context.report({ kind: 'card', peer: this.name, found: false, says: error.message });
    }
  }

  /** A card of the agent was seen. Returns a digest of it if it is another one than before. */
  noteCard(raw: JsonObject): string | undefined {
    const digest = hash('sha256', JSON.stringify(raw));
    const card = this.#digest === digest ? undefined : readAgentCard(raw);
    if (card === undefined) return undefined;
    this.#digest = digest;
    this.card = card;
    this.#facts.clear();
    this.#streaming.clear();
    this.#blocking.clear();
    this.#interfaces = card.interfaces.flatMap((listed) => {
      const { url, binding, dialect } = listed;
      const path = this.paths.mounted(url);
      if (path === undefined || binding === undefined || dialect === undefined) return [];
      if (path.startsWith('/~') && this.#beside.size < MOST_PATHS) this.#beside.add(path);
      return [{ path, binding, dialect, listed }];
    });
    return digest;
  }

  /** Where a request goes; `undefined` where its path leads nowhere. */
  placeOf(rest: string): UpstreamPlace | undefined {
    if (rest === WELL_KNOWN && this.paths.targetIsCard && !this.cardUrl.endsWith(WELL_KNOWN)) {
      const { origin, pathname, search } = this.paths.target;
      return { origin, path: pathname + search };
    }
    return this.paths.place(rest, this.#beside);
  }

  /** Whether a card is to be expected at a path. */
  isCardPath(rest: string): boolean {
    const [path = ''] = rest.split('?', 1);
    return (
      path.endsWith('/agent-card.json') ||
      path.endsWith('/.well-known/agent.json') ||
      rest === this.paths.mounted(this.cardUrl)
    );
  }

  /** What the card has at a path: the interface with the longest path that it is below, else its first. */
  knownAt(rest: string): KnownInterface | undefined {
    return this.#at(rest, () => true) ?? this.#interfaces[0];
  }

  /** The interface of that kind which the card lists at a path. */
  listedAt(rest: string, dialect: Dialect, binding: Binding): AgentInterface | undefined {
    return this.#at(rest, (each) => each.dialect === dialect && each.binding === binding)?.listed;
  }

  /** The tenant that a path of 1.0 over HTTP+JSON names, behind that of the interface (a2a.proto); `undefined` for none. */
  tenantIn(path: string): string | undefined {
    const at = this.#at(path, ({ dialect, binding }) => dialect === '1.0' && binding === 'HTTP+JSON');
    const top = at === undefined ? undefined : `${withoutEndSlashes(at.path)}/`;
    if (top === undefined || !path.startsWith(top)) return undefined;
    const names = path.slice(top.length).split('/').filter(Boolean);
    const [name] = names;
    return name === undefined || names.length > 1 ? undefined : decoded(name);
  }

  /** By what URL an interface is known that the card does not list: by its own, unless there are too many such. */
  unlisted(url: string): string {
    return this.#unlisted.take(url) ? url : this.paths.target.href;
  }

  /** The interfaces of the card that are mounted. */
  get interfaces(): readonly AgentInterface[] {
    return this.#interfaces.map(({ listed }) => listed);
  }

  /** A stream of an interface has brought an event. */
  noteStream(interfaceUrl: string): void {
    this.#streaming.add(interfaceUrl);
  }

  /** A send to an interface that was not to wait has waited for the end of its task. */
  noteBlocking(interfaceUrl: string): void {
    this.#blocking.add(interfaceUrl);
  }

  /**
   * Whether a stream is opened as it was asked for: one of the interface at a path was seen to bring events, or there is
   * no other way to hear of a task before its end. Counted since the card was last another one.
   */
  streamsDirectly(rest: string, dialect: Dialect, binding: Binding): boolean {
    const url = this.listedAt(rest, dialect, binding)?.url ?? '';
    return this.#streaming.has(url) || this.#blocking.has(url);
  }

  /** By what the agent is judged on an interface. */
  factsFor(dialect: Dialect, binding: Binding): PeerFacts {
    const key = `${dialect} ${binding}`;
    const known = this.#facts.get(key);
    if (known !== undefined) return known;
    const record = this.#records.get(key) ?? newPeerRecord('many');
    this.#records.set(key, record);
    const facts = { claims: claimsOf(this.card, { dialect, binding }), rules: rulesFor(dialect, binding), record };
    this.#facts.set(key, facts);
    return facts;
  }

  /** The connections to one of its origins. */
  pool(origin: string): AgentPool {
    const pool = this.#pools.get(origin);
    if (pool === undefined) throw new Error(`No connection to ${origin} was foreseen.`);
    return pool;
  }

  async close(): Promise<void> {
    await Promise.all([this.#http.close(), ...Array.from(this.#pools.values(), (pool) => pool.close())]);
  }

  #at(rest: string, fits: (each: MountedInterface) => boolean): MountedInterface | undefined {
    let best: MountedInterface | undefined;
    for (const each of this.#interfaces) {
      const top = each.path.endsWith('/') ? each.path.slice(0, -1) : each.path;
      const below = rest === each.path || rest === top || rest.startsWith(`${top}/`) || rest.startsWith(`${top}?`);
      if (below && fits(each) && (best === undefined || each.path.length > best.path.length)) best = each;
    }
    return best;
  }
}

/** A tenant as it is named outside a path, so that it is one over all bindings. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const TABLES = new Map<string, RuleTable>();

function rulesFor(dialect: Dialect, binding: Binding): RuleTable {
  const key = `${dialect} ${binding}`;
  const table = TABLES.get(key) ?? compileRules(RULES, dialect, binding);
  TABLES.set(key, table);
  return table;
}
