import type { Plan } from '../contract/plan.ts';
import { Assembly, newAssemblyMemory } from '../lifecycle/assembly.ts';
import { type EvidenceLimits, EvidenceRing } from '../lifecycle/evidence-ring.ts';
import type { Finding } from '../lifecycle/finding.ts';
import { createMonitor, type Monitor } from '../lifecycle/monitor.ts';
import { isForeign } from '../lifecycle/order.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import { newTaskRecord, type TaskRecord } from '../lifecycle/record.ts';
import { Settlement } from '../lifecycle/settlement.ts';
import type { Artifact, Task } from '../protocol/model.ts';
import type { DefectSeen, Observation } from '../protocol/observation.ts';
import type { Dialect } from '../protocol/operation.ts';
import { isInterrupted, isTerminal, type TaskState } from '../protocol/task-state.ts';
import { type CourseFacts, type CourseMemory, newCourseMemory } from './course-memory.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { Delivery } from './delivery.ts';
import { type GuardCheck, NO_CHECK } from './guard-check.ts';

/** What a course is made with, where it isn't the usual. */
export interface CourseOptions {
  readonly monitor?: Monitor;
  readonly evidence?: Partial<EvidenceLimits>;
  /** The peer as it is to be judged once it turns out to speak another dialect than its card declares. */
  readonly peerFor?: (dialect: Dialect) => PeerFacts;
  /** The checks to leave out. */
  readonly without?: ReadonlySet<GuardCheck>;
  /** What another course has seen of the task: this one goes on from there. */
  readonly memory?: CourseMemory;
}

/** What is known of one delegation: every observation passes through here, first the monitor, last the caller. */
export class Course {
  readonly memory: CourseMemory;
  readonly settlement: Settlement;
  readonly #monitor: Monitor;
  readonly #inFlightMs: number;
  readonly #evidence: EvidenceRing<CourseMemory>;
  readonly #peerFor: ((dialect: Dialect) => PeerFacts) | undefined;
  readonly #delivery: Delivery;
  readonly #emit: (event: DelegationEvent) => void;
  readonly #without: ReadonlySet<GuardCheck>;

  constructor(plan: Plan, peer: PeerFacts, emit: (event: DelegationEvent) => void, options: CourseOptions = {}) {
    const { bounds } = plan;
    const { memory = newCourseMemory(peer), without = NO_CHECK } = options;
    this.memory = memory;
    this.#without = without;
    this.settlement = new Settlement(
      {
        gapMs: bounds.settleGap.ms,
        withinMs: bounds.settleWithin.ms,
        watchMs: bounds.cancelWatch.ms,
        watchMostMs: bounds.cancelWatchMost.ms,
      },
      without,
      memory.settlement,
    );
    this.#monitor = options.monitor ?? createMonitor({ limits: { inFlightGraceMs: bounds.inFlight.ms } });
    this.#inFlightMs = bounds.inFlight.ms;
    this.#evidence = new EvidenceRing(options.evidence);
    this.#peerFor = options.peerFor;
    this.#emit = emit;
    this.#delivery = new Delivery(emit, without, memory.delivery);
  }

  get record(): TaskRecord {
    return this.memory.record;
  }

  get facts(): CourseFacts {
    return this.memory.facts;
  }

  /** Takes in one observation, in the order of receipt. */
  see(seen: Observation): void {
    this.#evidence.add(this.memory, seen);
    for (const told of this.#monitor.step(this.record, seen)) {
      const finding: Finding = { ...told, evidence: this.#evidence.of(this.memory) };
      this.memory.findings.set(finding.rule, finding);
      this.#emit({ kind: 'finding', finding });
    }
    if (seen.kind === 'defect' && seen.defect === 'other-dialect') this.#speak(seen);
    this.settlement.observe(seen);
    this.#note(seen);
    this.#delivery.observe(seen, this.record.id);
  }

  /** From here on the agent is judged by the dialect that it speaks; nothing of the task has been told yet. */
  #speak({ spoken, vantage }: DefectSeen): void {
    if (spoken === undefined || this.#peerFor === undefined || this.record.id !== undefined) return;
    this.memory.record = newTaskRecord(this.#peerFor(spoken));
    this.#monitor.step(this.record, { kind: 'asked', vantage, received: vantage.asked });
  }

  /** What was found so far, each rule once and with its strongest certainty, in the order of first sight. */
  get findings(): readonly Finding[] {
    return [...this.memory.findings.values()];
  }

  /** Whether a check is left out, to prove what it is there for. */
  leavesOut(check: GuardCheck): boolean {
    return this.#without.has(check);
  }

  /** The caller is done with the task: nothing of it passes any more. */
  fence(): void {
    this.#delivery.fence();
  }

  /** Delivers what the caller still lacks of a settled task. */
  deliver(task: Task): void {
    for (const [id, memory] of this.memory.assemblies) this.#delivery.streamed(id, new Assembly(memory).artifacts);
    this.#delivery.settle(task);
  }

  /** What a stream brought of the task from its begin to its end, if one did. */
  get streamed(): readonly Artifact[] | undefined {
    for (const memory of this.memory.assemblies.values()) {
      const assembly = new Assembly(memory);
      if (assembly.whole || (this.leavesOut('lost-frame') && memory.fromStart && memory.ended))
        return assembly.artifacts;
    }
    return undefined;
  }

  /** All that streams brought of the task, the fullest of them counting. */
  get received(): readonly Artifact[] {
    const all = Array.from(this.memory.assemblies.values(), (memory) => new Assembly(memory).artifacts);
    return all.reduce((most, some) => (some.length > most.length ? some : most), []);
  }

  #note(seen: Observation): void {
    const { operation, channel, id } = seen.vantage;
    const opening = operation === 'SendMessage' || operation === 'SendStreamingMessage';
    const taskId = seen.kind === 'task' ? seen.task.id : 'taskId' in seen ? seen.taskId : undefined;
    if (isForeign(taskId, this.record)) return;
    if (channel === 'stream' && seen.kind !== 'asked') {
      const assembly = this.#assembly(id, opening);
      if (seen.kind === 'task') this.#delivery.streamed(id, assembly.artifacts);
      assembly.observe(seen);
      if (seen.kind === 'close' || seen.kind === 'silence') this.#delivery.streamed(id, assembly.artifacts);
    }
    switch (seen.kind) {
      case 'asked':
        if (operation === 'CancelTask') this.facts.cancelAsked ??= seen.received;
        return;
      case 'task':
        this.#noteTask(seen.task, operation === 'GetTask');
        return this.#noteLife(seen, seen.task.state);
      case 'status':
        if (!isInterrupted(this.record.state)) this.facts.paused = undefined;
        return this.#noteLife(seen, seen.state);
      case 'artifact':
        return this.#noteLife(seen, undefined);
      case 'message':
        if (this.record.id === undefined) this.facts.answer ??= seen.message;
        return;
      case 'error':
        this.#noteHeard();
        if (opening && this.record.id === undefined) this.facts.refusal ??= seen;
        return;
      case 'failure':
        if (opening && this.record.id === undefined) this.facts.sendFailure ??= seen;
        return;
      default:
        return;
    }
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

  #noteHeard(): void {
    if (this.facts.cancelAsked !== undefined) this.facts.heardSinceCancel = true;
  }

  /**
   * Signs of life after the agent said canceled, or after our cancel if it never did. An answer shows for certain what
   * was so when it was asked, or later; a frame may have been under way for a while.
   */
  #noteLife({ vantage, received }: Observation, state: TaskState | undefined): void {
    this.#noteHeard();
    const { facts } = this;
    if (state === 'canceled') {
      facts.canceledAt ??= received;
      return;
    }
    const since = facts.canceledAt ?? facts.cancelAsked;
    if (since === undefined || (facts.canceledAt === undefined && isTerminal(state))) return;
    const frame = vantage.channel === 'stream';
    const certain = frame ? received - since > this.#inFlightMs : vantage.asked >= since;
    if (frame && certain && facts.canceledAt !== undefined) facts.framesAfter++;
    facts.wentOn ||= certain;
    if (frame || !isTerminal(state)) facts.lastLifeAt = received;
  }
}
