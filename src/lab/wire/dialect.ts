import type { Card } from '../card.ts';
import type { Delivery, DialectName, Operation } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import type { JsonObject, StreamEvent } from '../model.ts';
import type { Codec } from './codec.ts';
import type { Errors } from './errors.ts';
import type { Route } from './routes.ts';

/** Method names of JSON-RPC. Operations without one don't exist there. */
export type Methods = Partial<Readonly<Record<Operation, string>>>;

/** The HTTP+JSON binding of a dialect. */
export interface HttpJson {
  readonly codec: Codec;
  readonly routes: readonly Route[];
  readonly mediaType: string;
  /** Statuses of successes other than 200. */
  readonly statuses: Partial<Readonly<Record<Operation, number>>>;
}

/** All that one version of the protocol has on the wire. */
export interface Dialect {
  readonly name: DialectName;
  readonly cardPath: string;
  /** Where a plain GET has the extended card, in the dialect that has it so. */
  readonly extendedCardPath?: string;
  readonly writeCard: (card: Card) => JsonObject;
  readonly readCard: (json: JsonObject) => Card;
  readonly methods: Methods;
  readonly codec: Codec;
  readonly http: HttpJson | undefined;
  readonly errors: Errors;
  /** The body of a call to a web-hook. */
  readonly pushType: string;
  readonly pushHeaders: Readonly<Record<string, string>>;
  readonly writePush: (delivery: Delivery) => JsonObject;
  readonly readPush: (json: JsonObject) => StreamEvent;
  /** The header that names extensions in requests and answers. */
  readonly extensionsHeader: string;
  /** The refusal of a request that asks for another version. @param asked header or query parameter, if sent */
  readonly checkVersion: (asked: string | undefined) => Fault | undefined;
  /** Headers that this dialect's callers send. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}
