import type { IncomingMessage } from 'node:http';
import type { Caller } from './front/caller.ts';
import type { Forwarded } from './front/forward-headers.ts';
import type { IncomingCall } from './front/incoming-call.ts';
import type { Peer } from './peer.ts';
import type { UpstreamPlace } from './peer-paths.ts';

/** One request of a caller, read and routed. */
export interface Visit {
  readonly peer: Peer;
  readonly request: IncomingMessage;
  readonly caller: Caller;
  /** The URL of the peer's mount as this caller has it, without a slash at its end. */
  readonly mountUrl: string;
  /** The path below the mount, with its query. */
  readonly rest: string;
  readonly place: UpstreamPlace;
  readonly forwarded: Forwarded;
  readonly body: Buffer;
  readonly call: IncomingCall;
  /** Stands for the credentials of the caller; empty for none. */
  readonly principal: string;
}
