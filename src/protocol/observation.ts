import type { Defect } from './defect.ts';
import type { A2AErrorName } from './error-code.ts';
import type { JsonObject } from './json.ts';
import type { Artifact, Message, Task } from './model.ts';
import type { Dialect, Operation } from './operation.ts';
import type { TaskState } from './task-state.ts';

export type { Defect } from './defect.ts';

/** How something was seen: in the answer to a call, as a frame of a stream, or as a web-hook delivery. */
export type Channel = 'answer' | 'stream' | 'push';

/** What the caller asked for, as far as it matters to what may come back. Absent means that it was not said. */
export interface RequestFacts {
  readonly taskId?: string;
  readonly contextId?: string;
  readonly messageId?: string;
  /** Send: tells messages of one id apart, by what they hold and by whose they are, where several may use that id. */
  readonly messageMark?: string;
  /** Send: whether the call waits for a terminal or interrupted state (§3.2.2). */
  readonly blocking?: boolean;
  readonly historyLength?: number;
  /** Send: the media types of the parts that were sent. */
  readonly inputModes?: readonly string[];
  readonly acceptedOutputModes?: readonly string[];
  /** List: whether artifacts were asked for (§3.1.4). */
  readonly includeArtifacts?: boolean;
  readonly pageSize?: number;
  /** List: the `nextPageToken` of the page before. */
  readonly pageToken?: string;
  /** List: the state that tasks were to be in. */
  readonly state?: TaskState;
  /** List: since when their status was to have changed, as ISO 8601. */
  readonly updatedAfter?: string;
  /** The version and the extensions that the request named (§3.2.6). */
  readonly version?: string;
  readonly extensions?: readonly string[];
  /** The name of the identity under which the call was made, never the credential itself. */
  readonly identity?: string;
  readonly configId?: string;
  /** The id of the JSON-RPC request, which its answers repeat. */
  readonly rpcId?: number | string;
  /** Send, and push operations: the web-hook that was registered, and whether it was to be authenticated. */
  readonly pushUrl?: string;
  readonly pushAuthenticated?: boolean;
  readonly probe?: Probe;
}

/**
 * What is wrong with a request on purpose, to see how the peer refuses it: a task id that the peer never gave, a method
 * that no dialect has, a body that is not JSON, a required member left out, no credentials, or such that nobody was given.
 */
export type Probe =
  | 'unknown-task'
  | 'unknown-method'
  | 'malformed-body'
  | 'missing-member'
  | 'anonymous'
  | 'forged-credentials';

/** The call, stream or delivery that an observation came by. Frames of one vantage are ordered as they were generated. */
export interface Vantage {
  /** Unique among the vantages of one monitor. */
  readonly id: number;
  readonly channel: Channel;
  readonly operation: Operation;
  /** When the call went out, in milliseconds since any fixed origin. */
  readonly asked: number;
  readonly request: RequestFacts;
}

interface Seen {
  readonly vantage: Vantage;
  /**
   * When it was received, on the clock of `vantage.asked`. Together they are the interval in which it was generated:
   * A came before B for certain only if A was received before B was asked.
   */
  readonly received: number;
  /** Where this process came late to read it: how much earlier it may have arrived, in ms. */
  readonly lateMs?: number;
}

/** A call went out. `received` equals `vantage.asked`. */
export interface AskedSeen extends Seen {
  readonly kind: 'asked';
}

/** A snapshot of a task: an answer, the first frame of a stream, an element of a web-hook. */
export interface TaskSeen extends Seen {
  readonly kind: 'task';
  readonly task: Task;
}

/** A status event (§4.2.1). */
export interface StatusSeen extends Seen {
  readonly kind: 'status';
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  readonly state: TaskState;
  readonly timestamp: string | undefined;
  readonly message: Message | undefined;
  /** 0.x only: the flag that announces the last event of a stream. */
  readonly final: boolean | undefined;
}

/** An artifact event (§4.2.2). */
export interface ArtifactSeen extends Seen {
  readonly kind: 'artifact';
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  readonly artifact: Artifact;
  readonly append: boolean;
  readonly lastChunk: boolean;
}

/** A Message instead of a task: a full answer in itself (§3.1.1). */
export interface MessageSeen extends Seen {
  readonly kind: 'message';
  readonly message: Message;
}

/** The peer answered with an error. */
export interface ErrorSeen extends Seen {
  readonly kind: 'error';
  /** The A2A or JSON-RPC error meant, by code or reason; `other` where neither is known. */
  readonly name: A2AErrorName;
  readonly code: number | undefined;
  /** `google.rpc.ErrorInfo.reason`, or what an older form has for it. */
  readonly reason: string | undefined;
  readonly httpStatus: number;
  readonly message: string;
  /** The media types, versions or other facts a peer attached. Hostile until escaped. */
  readonly data: unknown;
  /** How long the peer asks to be left alone (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
}

/** No answer at all, or none that could be read. */
export interface FailureSeen extends Seen {
  readonly kind: 'failure';
  readonly reason:
    | 'unreachable'
    | 'timeout'
    | 'reset'
    | 'aborted'
    | 'too-large'
    | 'unreadable'
    | 'encoded'
    | 'unsupported';
  readonly message: string;
  /** `false` only if it is known that no byte of the request was written. */
  readonly sent: boolean;
}

/** A streaming call was answered with an event stream. */
export interface OpenSeen extends Seen {
  readonly kind: 'open';
}

/** A stream ended: by the peer in order, by us, or by a broken connection. */
export interface CloseSeen extends Seen {
  readonly kind: 'close';
  readonly by: 'peer' | 'caller' | 'broken';
}

/** A bound passed in which nothing came on this vantage. `received` is when the bound ran out. */
export interface SilenceSeen extends Seen {
  readonly kind: 'silence';
  readonly bound: Bound;
}

/** How long to wait, and who says so. */
export interface Bound {
  readonly ms: number;
  readonly source: 'card' | 'profile' | 'task-class' | 'default' | 'measured';
}

/** Something the strict reader objects to and the lenient one could make sense of. */
export interface DefectSeen extends Seen {
  readonly kind: 'defect';
  readonly defect: Defect;
  /** What exactly it was: short, but it may quote the peer. Hostile until escaped. */
  readonly detail: string;
  /** It was read from a record that may lack what would excuse it. */
  readonly doubtful?: true;
  /** `other-dialect`: the version that it is written in instead, where that can be told. */
  readonly spoken?: Dialect;
}

/** The answer to ListTasks (§3.1.4). `undefined` members were absent. */
export interface ListSeen extends Seen {
  readonly kind: 'list';
  readonly tasks: readonly Task[];
  readonly nextPageToken: string | undefined;
  readonly totalSize: number | undefined;
  readonly pageSize: number | undefined;
}

/** The answer to a push operation (§3.1.7 to §3.1.10). An empty list is the answer to a delete. */
export interface ConfigSeen extends Seen {
  readonly kind: 'config';
  readonly configs: readonly PushConfig[];
}

export interface PushConfig {
  readonly id: string | undefined;
  readonly taskId: string | undefined;
  readonly url: string | undefined;
}

/** The answer to GetExtendedAgentCard (§3.1.11). */
export interface CardSeen extends Seen {
  readonly kind: 'card';
  readonly card: JsonObject;
}

/** One normalised thing seen. Everything Probity knows of a task's behaviour is made of these. */
export type Observation =
  | AskedSeen
  | TaskSeen
  | StatusSeen
  | ArtifactSeen
  | MessageSeen
  | ErrorSeen
  | FailureSeen
  | OpenSeen
  | CloseSeen
  | SilenceSeen
  | DefectSeen
  | ListSeen
  | ConfigSeen
  | CardSeen;

export type ObservationKind = Observation['kind'];
export type ObservationOf<K extends ObservationKind> = Extract<Observation, { readonly kind: K }>;

/** Takes observations one by one, in the order in which they were received. */
export type Observe = (observation: Observation) => void;
