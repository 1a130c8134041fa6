import type { Plan } from '../contract/plan.ts';
import { Assembly, newAssemblyMemory } from '../lifecycle/assembly.ts';
import type { Finding } from '../lifecycle/finding.ts';
import { createMonitor, type Monitor } from '../lifecycle/monitor.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import type { TaskRecord } from '../lifecycle/record.ts';
import { Settlement } from '../lifecycle/settlement.ts';
import type { Task } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';
import { isInterrupted, isTerminal, type TaskState } from '../protocol/task-state.ts';
import { type CourseFacts, type CourseMemory, newCourseMemory } from './course-memory.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { Delivery } from './delivery.ts';

/** What a course is made with, where it isn't the usual. */
export interface CourseOptions {
  readonly monitor?: Monitor;
  /** What another course has seen of the task: this one goes on from there. */
  readonly memory?: CourseMemory;
}

/** What is known of one delegation: every observation passes through here, first the monitor, last the caller. */
export class Course {
  readonly memory: CourseMemory;
  readonly settlement: Settlement;
  readonly #monitor: Monitor;
  readonly #inFlightMs: number;
  readonly #delivery: Delivery;
  readonly #emit: (event: DelegationEvent) => void;

  constructor(plan: Plan, peer: PeerFacts, emit: (event: DelegationEvent) => void, options: CourseOptions = {}) {
    const { bounds } = plan;
    const { memory = newCourseMemory(peer) } = options;
    this.memory = memory;
    this.settlement = new Settlement(
      {
        gapMs: bounds.settleGap.ms,
        withinMs: bounds.settleWithin.ms,
        watchMs: bounds.cancelWatch.ms,
        watchMostMs: bounds.cancelWatchMost.ms,
      },
      [],
      memory.settlement,
    );
    this.#monitor = options.monitor ?? createMonitor({ limits: { inFlightGraceMs: bounds.inFlight.ms } });
    this.#inFlightMs = bounds.inFlight.ms;
    this.#emit = emit;
    this.#delivery = new Delivery(emit, memory.delivery);
  }

  get record(): TaskRecord {
    return this.memory.record;
  }

  get facts(): CourseFacts {
    return this.memory.facts;
  }

  /** Takes in one observation, in the order of receipt. */
  see(seen: Observation): void {
    for (const finding of this.#monitor.step(this.record, seen)) {
      this.memory.findings.set(finding.rule, finding);
      this.#emit({ kind: 'finding', finding });
    }
    this.settlement.observe(seen);
    this.#note(seen);
    this.#delivery.observe(seen, this.record.id);
  }

  /** What was found so far, each rule once and with its strongest certainty, in the order of first sight. */
  get findings(): readonly Finding[] {
    return [...this.memory.findings.values()];
  }

  /** The caller is done with the task: nothing of it passes any more. */
  fence(): void {
    this.#delivery.fence();
  }

  /** Delivers what the caller still lacks of a settled task. */
  deliver(task: Task): void {
    for (const assembly of this.#assemblies()) this.#delivery.streamed(assembly.artifacts);
    this.#delivery.settle(task);
  }

  /** The digest of what a stream brought of the task from its begin to its end, if one did. */
  get streamedDigest(): string | undefined {
    for (const { wholeDigest } of this.#assemblies()) if (wholeDigest !== undefined) return wholeDigest;
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
        if (operation === 'CancelTask') this.facts.cancelAsked ??= seen.received;
        return;
      case 'task':
        if (seen.task.id !== this.record.id) return;
        this.facts.lastHeard = seen.received;
        this.#noteTask(seen.task, operation === 'GetTask');
        return this.#noteLife(seen.task.state, seen.received, operation === 'GetTask');
      case 'status':
        this.facts.lastHeard = seen.received;
        return this.#noteLife(seen.state, seen.received, false);
      case 'artifact':
        this.facts.lastHeard = seen.received;
        return this.#noteLife(undefined, seen.received, false);
      case 'message':
        if (this.record.id === undefined) this.facts.answer ??= seen.message;
        return;
      case 'error':
        this.facts.lastHeard = seen.received;
        if (opening && this.record.id === undefined) this.facts.refusal ??= seen;
        return;
      case 'failure':
        if (opening && this.record.id === undefined) this.facts.sendFailure ??= seen;
        return;
      default:
        return;
    }
  }

  *#assemblies(): Iterable<Assembly> {
    for (const memory of this.memory.assemblies.values()) yield new Assembly(memory);
  }

  #assembly(vantageId: number, fromStart: boolean): Assembly {
    let memory = this.memory.assemblies.get(vantageId);
    if (memory === undefined) {
      memory = newAssemblyMemory(fromStart);
      this.memory.assemblies.set(vantageId, memory);
    }
    return new Assembly(memory);
  }

  #noteTask(task: Task, read: boolean): void {
    if (task.state !== this.record.state) return;
    this.facts.task = task;
    this.facts.paused = isInterrupted(task.state) && read ? task : undefined;
  }

  /** Signs of life after the agent said canceled, or after our cancel if it never did. */
  #noteLife(state: TaskState | undefined, at: number, read: boolean): void {
    if (state === 'canceled') {
      this.facts.canceledAt ??= at;
      return;
    }
    const since = this.facts.canceledAt ?? this.facts.cancelAsked;
    if (since === undefined) return;
    if (!read && this.facts.canceledAt !== undefined && at - since > this.#inFlightMs) this.facts.framesAfter++;
    if (!read || !isTerminal(state)) this.facts.lastLifeAt = at;
  }
}
