import type { Plan } from '../contract/plan.ts';
import { Assembly } from '../lifecycle/assembly.ts';
import type { Finding } from '../lifecycle/finding.ts';
import { createMonitor, type Monitor } from '../lifecycle/monitor.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import { newTaskRecord, type TaskRecord } from '../lifecycle/record.ts';
import { Settlement } from '../lifecycle/settlement.ts';
import type { Message, Task } from '../protocol/model.ts';
import type { ErrorSeen, FailureSeen, Observation } from '../protocol/observation.ts';
import { isInterrupted, isTerminal, type TaskState } from '../protocol/task-state.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { Delivery } from './delivery.ts';

/** What is known of one delegation: every observation passes through here, first the monitor, last the caller. */
export class Course {
  readonly record: TaskRecord;
  readonly settlement: Settlement;
  readonly #findings = new Map<string, Finding>();
  readonly #monitor: Monitor;
  readonly #inFlightMs: number;
  readonly #delivery: Delivery;
  readonly #emit: (event: DelegationEvent) => void;
  readonly #assemblies = new Map<number, Assembly>();
  /** The newest snapshot that was told in order. */
  task: Task | undefined;
  /** A read showed the task waiting for its caller. */
  paused: Task | undefined;
  answer: Message | undefined;
  /** What the opening call was refused with, or came to nothing by. */
  refusal: ErrorSeen | undefined;
  sendFailure: FailureSeen | undefined;
  lastHeard = 0;
  cancelAsked: number | undefined;
  canceledAt: number | undefined;
  framesAfter = 0;
  lastLifeAt: number | undefined;

  constructor(plan: Plan, peer: PeerFacts, emit: (event: DelegationEvent) => void) {
    const { bounds } = plan;
    this.record = newTaskRecord(peer);
    this.settlement = new Settlement({
      gapMs: bounds.settleGap.ms,
      withinMs: bounds.settleWithin.ms,
      watchMs: bounds.cancelWatch.ms,
      watchMostMs: bounds.cancelWatchMost.ms,
    });
    this.#monitor = createMonitor({ limits: { inFlightGraceMs: bounds.inFlight.ms } });
    this.#inFlightMs = bounds.inFlight.ms;
    this.#emit = emit;
    this.#delivery = new Delivery(emit);
  }

  /** Takes in one observation, in the order of receipt. */
  see(seen: Observation): void {
    for (const finding of this.#monitor.step(this.record, seen)) {
      this.#findings.set(finding.rule, finding);
      this.#emit({ kind: 'finding', finding });
    }
    this.settlement.observe(seen);
    this.#note(seen);
    this.#delivery.observe(seen, this.record.id);
  }

  /** What was found so far, each rule once and with its strongest certainty, in the order of first sight. */
  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** The caller is done with the task: nothing of it passes any more. */
  fence(): void {
    this.#delivery.fence();
  }

  /** Delivers what the caller still lacks of a settled task. */
  deliver(task: Task): void {
    for (const assembly of this.#assemblies.values()) this.#delivery.streamed(assembly.artifacts);
    this.#delivery.settle(task);
  }

  /** The digest of what a stream brought of the task from its begin to its end, if one did. */
  get streamedDigest(): string | undefined {
    for (const assembly of this.#assemblies.values())
      if (assembly.wholeDigest !== undefined) return assembly.wholeDigest;
    return undefined;
  }

  #note(seen: Observation): void {
    const { operation, channel, id } = seen.vantage;
    const opening = operation === 'SendMessage' || operation === 'SendStreamingMessage';
    if (channel === 'stream' && seen.kind !== 'asked') {
      const assembly = this.#assembly(id, opening);
      assembly.observe(seen);
      if (seen.kind === 'close' || seen.kind === 'silence') this.#delivery.streamed(assembly.artifacts);
    }
    switch (seen.kind) {
      case 'asked':
        if (operation === 'CancelTask') this.cancelAsked ??= seen.received;
        return;
      case 'task':
        if (seen.task.id !== this.record.id) return;
        this.lastHeard = seen.received;
        this.#noteTask(seen.task, operation === 'GetTask');
        return this.#noteLife(seen.task.state, seen.received, operation === 'GetTask');
      case 'status':
        this.lastHeard = seen.received;
        return this.#noteLife(seen.state, seen.received, false);
      case 'artifact':
        this.lastHeard = seen.received;
        return this.#noteLife(undefined, seen.received, false);
      case 'message':
        if (this.record.id === undefined) this.answer ??= seen.message;
        return;
      case 'error':
        this.lastHeard = seen.received;
        if (opening && this.record.id === undefined) this.refusal ??= seen;
        return;
      case 'failure':
        if (opening && this.record.id === undefined) this.sendFailure ??= seen;
        return;
      default:
        return;
    }
  }

  #assembly(vantageId: number, fromStart: boolean): Assembly {
    let assembly = this.#assemblies.get(vantageId);
    if (assembly === undefined) {
      assembly = new Assembly(fromStart);
      this.#assemblies.set(vantageId, assembly);
    }
    return assembly;
  }

  #noteTask(task: Task, read: boolean): void {
    if (task.state !== this.record.state) return;
    this.task = task;
    this.paused = isInterrupted(task.state) && read ? task : undefined;
  }

  /** Signs of life after the agent said canceled, or after our cancel if it never did. */
  #noteLife(state: TaskState | undefined, at: number, read: boolean): void {
    if (state === 'canceled') {
      this.canceledAt ??= at;
      return;
    }
    const since = this.canceledAt ?? this.cancelAsked;
    if (since === undefined) return;
    if (!read && this.canceledAt !== undefined && at - since > this.#inFlightMs) this.framesAfter++;
    if (!read || !isTerminal(state)) this.lastLifeAt = at;
  }
}
