import type { HttpHeaders } from '../../http/headers.ts';
import type { AgentInterface } from '../agent-card.ts';
import type { SignatureReport } from '../signature/signature-report.ts';

/** A card, and all that is known of how it was come by. Only `text` or `value` is needed; rules about the rest are then silent. */
export interface CardSource {
  /** Its text, for lines, columns and members that are there twice. */
  readonly text?: string;
  /** The card as parsed JSON; taken from `text` unless given. */
  readonly value?: unknown;
  /** The URL that answered with it. */
  readonly url?: string;
  /** Where it was looked for, in order. */
  readonly attempts?: readonly CardAttempt[];
  /** The headers of the answer that it came in. */
  readonly headers?: HttpHeaders;
  /** What harmless calls to its interfaces showed. */
  readonly interfaces?: readonly InterfaceSeen[];
  readonly signatures?: SignatureReport;
  /** The same card as it was before, if that is known. */
  readonly before?: EarlierCard;
}

/** One place where a card was looked for. */
export interface CardAttempt {
  readonly url: string;
  /** `found`: it is there. `legacy`: a card of 0.1 is. */
  readonly result: 'found' | 'status' | 'not-json' | 'not-a-card' | 'legacy' | 'unreachable';
  readonly status?: number;
  /** What was there instead, as the rest of a sentence that starts with the URL. */
  readonly what: string;
}

/** What a call that creates nothing showed of an interface. */
export interface InterfaceSeen {
  readonly interface: AgentInterface;
  /**
   * `speaks`: what the card says. `other`: something else, named in `what`. `guarded`: it asks for credentials first.
   * `missing`: a server answers that there is nothing. `unreachable`: nobody answers. `untold`: an answer from which
   * nothing follows. `not-asked`: nobody tried, and why.
   */
  readonly result: 'speaks' | 'other' | 'guarded' | 'missing' | 'unreachable' | 'untold' | 'not-asked';
  /** The rest of a sentence that starts with the interface. */
  readonly what: string;
}

/** An earlier state of a card. */
export interface EarlierCard {
  readonly value: unknown;
  /** What lies between: moments of one discovery, a running task, or any time. */
  readonly since: 'moments' | 'task' | 'earlier';
}
