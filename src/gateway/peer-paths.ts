import { isOfOrigin } from '../http/credentials.ts';
import { withoutEndSlashes } from '../protocol/end-slashes.ts';
import { GatewayError } from './gateway-error.ts';

/** Where a request goes at an agent. */
export interface UpstreamPlace {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

/**
 * Tells which path below a peer's mount stands for which URL of the agent, both ways. What lies below the agent's base
 * keeps its path. What lies beside it, or on another origin that was allowed, goes by `/~host/path`, and only where the
 * card names it.
 */
export class PeerPaths {
  readonly target: URL;
  readonly origin: string;
  /** The path that everything of the agent begins with; empty for the root. */
  readonly base: string;
  /** Whether the target is the card's own URL. */
  readonly targetIsCard: boolean;
  readonly #origins: ReadonlyMap<string, string>;

  /** @throws GatewayError where a URL is none, or not one of http */
  constructor(target: string, origins: readonly string[] = []) {
    this.target = httpUrl(target);
    this.origin = this.target.origin;
    this.targetIsCard = this.target.pathname.endsWith('.json');
    this.base = baseOf(this.target.pathname, this.targetIsCard);
    const all = [this.target, ...origins.map(httpUrl)];
    this.#origins = new Map(all.map((url) => [url.host, url.origin]));
  }

  /** The origins that may be connected to. */
  get origins(): readonly string[] {
    return [...new Set(this.#origins.values())];
  }

  /** The path below the mount that stands for a URL of the agent; `undefined` where none may. */
  mounted(url: string): string | undefined {
    if (!URL.canParse(url)) return undefined;
    const { pathname, search } = new URL(url);
    const origin = this.#allowed(url);
    if (origin === undefined) return undefined;
    if (origin === this.origin) {
      const rest =
        this.base === pathname
          ? ''
          : pathname.startsWith(`${this.base}/`)
            ? pathname.slice(this.base.length)
            : undefined;
      if (rest !== undefined && !rest.startsWith('/~')) return rest + search;
    }
    return `/~${new URL(origin).host}${pathname}${search}`;
  }

  /** The place of a URL; `undefined` where it is of no allowed origin. */
  reached(url: URL): UpstreamPlace | undefined {
    const origin = this.#allowed(url.href);
    return origin === undefined ? undefined : { origin, path: url.pathname + url.search };
  }

  /** The allowed origin that a URL is of. A card that says 127.0.0.1 means whom the caller knows as localhost. */
  #allowed(url: string): string | undefined {
    const { origin } = new URL(url);
    return this.origins.find((one) => one === origin) ?? this.origins.find((one) => isOfOrigin(url, [one]));
  }

  /**
   * The place that a path below the mount stands for. `beside` are the mounted paths of the card's interfaces.
   * `undefined` where it leads nowhere, or would lead elsewhere once somebody resolves its dots.
   */
  place(rest: string, beside: ReadonlySet<string>): UpstreamPlace | undefined {
    const query = rest.indexOf('?');
    const path = query === -1 ? rest : rest.slice(0, query);
    if (climbs(path)) return undefined;
    if (!path.startsWith('/~')) {
      return { origin: this.origin, path: withRoot(this.base + path) + (query === -1 ? '' : rest.slice(query)) };
    }
    const slash = path.indexOf('/', 2);
    const host = path.slice(2, slash === -1 ? undefined : slash);
    const origin = this.#origins.get(host);
    if (origin === undefined || ![...beside].some((known) => isBelow(path, known))) return undefined;
    return { origin, path: withRoot(slash === -1 ? '' : rest.slice(slash)) };
  }
}

function withRoot(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** Whether one path is another, or below it. */
function isBelow(path: string, known: string): boolean {
  const top = withoutEndSlashes(known.split('?', 1)[0] ?? '');
  return path === top || path.startsWith(`${top}/`);
}

/** Whether a path has a segment that steps up or stays, however it is written, or what some take for a slash. */
function climbs(path: string): boolean {
  if (!/\.|%2e|\\|%5c/i.test(path)) return false;
  return /\\|%5c/i.test(path) || path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

function baseOf(pathname: string, isCard: boolean): string {
  if (!isCard) return withoutEndSlashes(pathname);
  const wellKnown = pathname.indexOf('/.well-known/');
  return pathname.slice(0, wellKnown === -1 ? pathname.lastIndexOf('/') : wellKnown);
}

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    throw new GatewayError(
      'An agent is given by its URL, such as name=https://agent.example/, without a password in it.',
      {
        code: 'bad-peer',
      },
    );
  }
  return url;
}
