import type { Binding, Card } from './card.ts';
import type { DialectName } from './exchange.ts';
import type { DeviationChoice } from './running-deviations.ts';

export interface LabOptions {
  /** The first one is nearest to the caller. None, or `honest` alone, is an agent that keeps its word. */
  readonly deviations?: readonly DeviationChoice[];
  /** Default 1.0. */
  readonly dialect?: DialectName;
  /** In the order in which the card lists them. Default: all that the dialect, or the agent behind, has. */
  readonly bindings?: readonly Binding[];
  /** Url of an agent, or of its card, to stand before; without one the lab's own agent is behind the deviations. */
  readonly upstream?: string;
  /**
   * Where callers and the agent behind reach this peer, if not where it listens. Without it, web-hooks of an agent
   * behind go through this peer only if the agent is on this machine; else they go to the caller directly.
   */
  readonly publicUrl?: string;
  /** Default 0, a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Length of one step of slow work; other pauses are a quarter of it. Default 1000. */
  readonly stepMs?: number;
  /** Claims of the lab's own agent other than those of the honest card. */
  readonly card?: Partial<Card>;
  /**
   * The bearer tokens of the callers that the lab's own agent lets in, by their names. Tasks of one are hidden from the
   * others, and there is an extended card. Default none: everybody is let in.
   */
  readonly tokens?: Readonly<Record<string, string>>;
  /** Tenants of the lab's own agent, one of which every request has to name. Default none. 1.0 only. */
  readonly tenants?: readonly string[];
  /** 0.3 over HTTP+JSON in the JSON that the official SDKs use, not that of the text. */
  readonly protoJson?: boolean;
  /** Seed of the deviations that happen with a probability. Default 1. */
  readonly seed?: number;
  /** Longest request body taken. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Port of the control API, 0 for a free one. Default: none is opened. */
  readonly control?: number;
}
