import type { Binding, Card } from './card.ts';
import type { Fault } from './fault.ts';
import type { Dress, HttpAnswer, HttpRequest } from './http-message.ts';
import type { Message, PushConfig, Read, State, StreamEvent, Task, TaskPage } from './model.ts';

export const dialectNames = ['0.2', '0.3', '1.0'] as const;

/** A version of the protocol as spoken on the wire. */
export type DialectName = (typeof dialectNames)[number];

/** What a caller can ask of an agent; `other` is all that can't be read as one of the rest. */
export type Operation =
  | 'card'
  | 'extended-card'
  | 'send'
  | 'stream'
  | 'get'
  | 'list'
  | 'cancel'
  | 'subscribe'
  | 'push-set'
  | 'push-get'
  | 'push-list'
  | 'push-delete'
  | 'other';

/** The arguments of any operation; each reads those it knows. */
export interface Params extends Read {
  readonly tenant?: string | undefined;
  readonly taskId?: string | undefined;
  readonly contextId?: string | undefined;
  readonly message?: Message | undefined;
  /** Whether `send` waits for the end or an interruption. */
  readonly blocking?: boolean | undefined;
  readonly historyLength?: number | undefined;
  readonly acceptedOutputModes?: readonly string[] | undefined;
  readonly push?: PushConfig | undefined;
  readonly configId?: string | undefined;
  readonly state?: State | undefined;
  readonly pageSize?: number | undefined;
  readonly pageToken?: string | undefined;
  readonly includeArtifacts?: boolean | undefined;
  readonly updatedAfter?: string | undefined;
}

/** One request, on its way from the wire to the agent. */
export interface Exchange {
  /** Counts the requests of a peer, from 1. */
  readonly number: number;
  readonly operation: Operation;
  readonly params: Params;
  /** Why an honest agent refuses it whatever it asks for: it is broken, unknown or of another version. */
  readonly refusal?: Fault | undefined;
  readonly dialect: DialectName;
  readonly binding: Binding;
  /** Which of the peer's endpoints took it, from 0; undefined where there is none. */
  readonly endpoint: number | undefined;
  /** Its path starts below the endpoint. */
  readonly request: HttpRequest;
  /** Request headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Who asks, if that has been settled before the agent looks. */
  readonly caller?: string | undefined;
  /** Aborted when the caller has gone or the peer closes. */
  readonly signal: AbortSignal;
}

/** What is sent for the payload of one SSE event; several pieces go one by one. The index counts from 0. */
export type Framing = (payload: string, index: number) => string | readonly (string | Uint8Array)[];

interface Dressable {
  /** Has the last word on the HTTP answer; of a stream, on its head. */
  readonly dress?: Dress | undefined;
}

/** What goes back. `raw` is sent as it is; `drop` closes the connection without an answer. */
export type Reply = Dressable &
  (
    | { readonly kind: 'task'; readonly task: Task }
    | { readonly kind: 'message'; readonly message: Message }
    | {
        readonly kind: 'stream';
        readonly events: AsyncIterable<StreamEvent>;
        readonly framing?: Framing | undefined;
        /** Sent while no event comes, every so many milliseconds. */
        readonly heartbeat?: { readonly everyMs: number; readonly text: string } | undefined;
      }
    | { readonly kind: 'page'; readonly page: TaskPage }
    | { readonly kind: 'push'; readonly config: PushConfig }
    | { readonly kind: 'pushes'; readonly configs: readonly PushConfig[] }
    | { readonly kind: 'card'; readonly card: Card }
    | { readonly kind: 'done' }
    | { readonly kind: 'fault'; readonly fault: Fault }
    | ({ readonly kind: 'raw' } & HttpAnswer)
    | { readonly kind: 'drop' }
  );

/** Takes a request and answers it. A refusal is a reply of kind `fault` or a thrown `Fault`. */
export type Handler = (exchange: Exchange) => Promise<Reply>;

/** Stands before a handler; may change what goes in and what comes out, or answer itself. */
export type Middleware = (exchange: Exchange, next: Handler) => Promise<Reply>;

/** One update on its way to a caller's web-hook. */
export interface Delivery {
  readonly config: PushConfig;
  /** The task after the event. */
  readonly task: Task;
  readonly event: StreamEvent;
  /** What the sender does to the call itself, beside what the config asks for. */
  readonly call?: PushCall | undefined;
}

/** A call to a web-hook as the dialect has it. */
export interface PushCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that must not be sent. */
  readonly without?: readonly string[];
  /** Makes another body of the body. */
  readonly body?: (body: string) => string;
  /** What the agent behind called with, and what was read of it; sent again while the event is still that one. */
  readonly asItCame?: { readonly event: StreamEvent; readonly body: string };
}

export type Deliver = (delivery: Delivery) => Promise<void>;

/** Stands before the sender of web-hooks. */
export type PushMiddleware = (delivery: Delivery, next: Deliver) => Promise<void>;

/**
 * The agent behind the deviations: the lab's own in this process, or somebody else's over HTTP.
 * It hands its web-hook deliveries to whoever started it.
 */
export interface Upstream {
  readonly handle: Handler;
  close(): Promise<void>;
}
