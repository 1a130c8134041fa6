import type { AssemblyMemory } from '../lifecycle/assembly.ts';
import type { Finding } from '../lifecycle/finding.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import { newTaskRecord, type TaskRecord } from '../lifecycle/record.ts';
import { newSettlementMemory, type SettlementMemory } from '../lifecycle/settlement-memory.ts';
import type { Message, Task } from '../protocol/model.ts';
import type { ErrorSeen, FailureSeen } from '../protocol/observation.ts';
import type { TerminalState } from '../protocol/task-state.ts';
import { type DeliveryMemory, newDeliveryMemory } from './delivery.ts';
import type { TurnMemory } from './turn-memory.ts';

/** What a delegation remembers: plain data throughout, which can be copied, compared and kept. Times are in ms. */
export interface CourseMemory {
  record: TaskRecord;
  readonly settlement: SettlementMemory;
  readonly delivery: DeliveryMemory;
  /** By the vantage of the stream. */
  readonly assemblies: Map<number, AssemblyMemory>;
  readonly findings: Map<string, Finding>;
  readonly facts: CourseFacts;
}

/** What conclusions are drawn from, beside the verdict. */
export interface CourseFacts {
  /** The newest snapshot that was told in order. */
  task: Task | undefined;
  /** A read showed the task waiting for its caller. */
  paused: Task | undefined;
  /** The same by whatever told it last, a read or not. */
  waiting: Task | undefined;
  /** When anything last told that it waits. */
  interruptedAt: number | undefined;
  /** The last follow-up that was sent to it. */
  turn: TurnMemory | undefined;
  answer: Message | undefined;
  /** What the opening call was refused with, or came to nothing by. */
  refusal: ErrorSeen | undefined;
  sendFailure: FailureSeen | undefined;
  /** The message may have been taken in, and the task that it led to is being looked for. */
  seeking: boolean;
  cancelAsked: number | undefined;
  heardSinceCancel: boolean;
  /** The first `canceled` that anything told. */
  canceledAt: number | undefined;
  /** The time that the agent itself gave for it, on its own clock; `undefined` where it gave none. */
  canceledStamp: number | undefined;
  /** Something showed for certain that it went on: it can't have been under way already when the end came. */
  wentOn: boolean;
  framesAfter: number;
  /** Another end than `canceled` that a stream told behind it. */
  otherEnd: TerminalState | undefined;
  lastLifeAt: number | undefined;
}

/** The memory of a delegation of which nothing has been seen. */
export function newCourseMemory(peer: PeerFacts): CourseMemory {
  return {
    record: newTaskRecord(peer),
    settlement: newSettlementMemory(),
    delivery: newDeliveryMemory(),
    assemblies: new Map(),
    findings: new Map(),
    facts: {
      task: undefined,
      paused: undefined,
      waiting: undefined,
      interruptedAt: undefined,
      turn: undefined,
      answer: undefined,
      refusal: undefined,
      sendFailure: undefined,
      seeking: false,
      cancelAsked: undefined,
      heardSinceCancel: false,
      canceledAt: undefined,
      canceledStamp: undefined,
      wentOn: false,
      framesAfter: 0,
      otherEnd: undefined,
      lastLifeAt: undefined,
    },
  };
}
