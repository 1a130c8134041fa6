import type { Binding, Dialect } from '../../../../src/protocol/operation.ts';
import { BINDINGS, DIALECTS } from '../../../../src/protocol/operation.ts';
import type { Random } from '../random.ts';

/** How one agent uses the freedom that the specification leaves to it. */
export interface Manner {
  readonly dialect: Dialect;
  readonly binding: Binding;
  /** Timestamps are optional, of any resolution, and made by clocks that differ by less than a second, or are noted. */
  readonly stamps: 'none' | 'ms' | 's';
  readonly clockSkewMs: number;
  /** What a status event says beside the state. */
  readonly words: 'none' | 'message' | 'message without id';
  /** A stream may close at an interrupted state, or stay open. */
  readonly closesAtInterrupt: boolean;
  /** 0.x: whether the event that ends a stream at an interrupted state is called final. The texts differ. */
  readonly finalAtInterrupt: boolean;
  /** A last Task may follow the terminal status. 1.0 alone says so. */
  readonly finalSnapshot: boolean;
  /** A subscription begins with the Task in 1.0; before, it need not. */
  readonly snapshotFirst: boolean;
  /** Which of its latest events a subscription repeats after its snapshot, at most. */
  readonly repeats: number;
  /** Snapshots that no text asks to be whole may leave artifacts out. */
  readonly answersBare: boolean;
  readonly signsUrls: boolean;
  /** Bytes are spelled in either alphabet of base64, padded or not, as whatever writes them has it. */
  readonly respellsBytes: boolean;
  /** Media types are told with a charset here and without one there. */
  readonly saysCharset: boolean;
  /** Reads show text in other pieces than it was streamed in, and artifacts in any order. */
  readonly recutsText: boolean;
  /** Replicas may be so old. Beyond 10 s a lag is taken for a contradiction. */
  readonly lagMs: number;
  /** A finished task is forgotten after so long; `undefined`: never. */
  readonly purgesAfterMs: number | undefined;
  readonly cancel: 'at once' | 'refused' | 'taken on' | 'unsupported';
  readonly repeatedCancel: 'same' | 'error' | 'not found';
  /** What a message to a task at work gets. */
  readonly whileWorking: 'queued' | 'refused';
  readonly firstState: 'submitted' | 'working';
  /** A message is answered by a Message, with no task. */
  readonly messagesOnly: boolean;
  readonly keepsHistory: boolean;
  /** Before 1.0 nothing says whether a send waits that doesn't say so. */
  readonly waitsUnasked: boolean;
  /** A subscription to a finished task: refused, and before 1.0 also answered by the task. */
  readonly afterTheEnd: 'refused' | 'told';
  /** Where a streaming call is refused: no text says. */
  readonly refusesInStream: boolean;
  /** Its users share what they have. */
  readonly shares: boolean;
  readonly pushes: boolean;
  /** Registrations last until the task has ended; nothing says that they go then. */
  readonly forgetsHooks: boolean;
}

/** Any manner. `noted`: also what is allowed and written down all the same. */
export function anyManner(random: Random, noted: boolean): Manner {
  const dialect = random.pick(DIALECTS);
  const isV1 = dialect === '1.0';
  return {
    dialect,
    binding: dialect === '0.2' ? 'JSONRPC' : random.pick(BINDINGS),
    stamps: random.pick(['none', 'ms', 'ms', 's']),
    clockSkewMs: random.oneIn(3) ? random.below(noted ? 6_000 : 1_000) : 0,
    words: random.pick(['none', 'message', 'message without id']),
    closesAtInterrupt: random.oneIn(2),
    finalAtInterrupt: random.oneIn(2),
    finalSnapshot: isV1 && random.oneIn(3),
    snapshotFirst: isV1 || random.oneIn(2),
    repeats: random.oneIn(2) ? 0 : random.below(4),
    answersBare: random.oneIn(2),
    signsUrls: random.oneIn(2),
    respellsBytes: random.oneIn(2),
    saysCharset: random.oneIn(2),
    recutsText: random.oneIn(2),
    lagMs: random.oneIn(2) ? 0 : random.pick([50, 1_500, 9_900]),
    purgesAfterMs: random.oneIn(3) ? random.pick([1, 2_000, 30_000]) : undefined,
    cancel: random.pick(noted ? ['at once', 'refused', 'taken on', 'unsupported'] : ['at once', 'at once', 'refused']),
    repeatedCancel: noted ? random.pick(['same', 'error', 'not found']) : random.pick(['same', 'not found']),
    whileWorking: random.pick(['queued', 'refused']),
    firstState: random.pick(['submitted', 'working']),
    messagesOnly: random.oneIn(20),
    keepsHistory: random.oneIn(2),
    waitsUnasked: random.oneIn(2),
    afterTheEnd: isV1 || random.oneIn(2) ? 'refused' : 'told',
    refusesInStream: noted && random.oneIn(2),
    shares: noted && random.oneIn(2),
    pushes: random.oneIn(2),
    forgetsHooks: random.oneIn(2),
  };
}
