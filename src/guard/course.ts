import { monitorTimes, settleTimes } from '../contract/bounds.ts';
import type { Plan } from '../contract/plan.ts';
import { Assembly, newAssemblyMemory } from '../lifecycle/assembly.ts';
import { type EvidenceLimits, EvidenceRing } from '../lifecycle/evidence-ring.ts';
import type { Finding } from '../lifecycle/finding.ts';
import { createMonitor, type Monitor } from '../lifecycle/monitor.ts';
import { isSend } from '../lifecycle/note-turn.ts';
import { isForeign } from '../lifecycle/order.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import { newTaskRecord, type TaskRecord } from '../lifecycle/record.ts';
import { Settlement } from '../lifecycle/settlement.ts';
import { storedOnce } from '../lifecycle/stored-twice.ts';
import { refusedUntouched } from '../protocol/error-code.ts';
import type { Artifact, Task } from '../protocol/model.ts';
import type { DefectSeen, Observation } from '../protocol/observation.ts';
import type { Dialect } from '../protocol/operation.ts';
import { type CourseFacts, type CourseMemory, newCourseMemory } from './course-memory.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { Delivery } from './delivery.ts';
import { type GuardCheck, NO_CHECK } from './guard-check.ts';
import { holdsOther } from './holds-other.ts';
import { type FactTimes, noteFacts } from './note-facts.ts';
import { noteForeignAnswer } from './turn-memory.ts';

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
  readonly #times: FactTimes;
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
    const times = settleTimes(bounds);
    this.settlement = new Settlement(times, without, memory.settlement);
    this.#monitor = options.monitor ?? createMonitor({ limits: monitorTimes(bounds) });
    this.#times = { ...times, inFlightMs: bounds.inFlight.ms };
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
      this.found({ ...told, evidence: this.#evidence.of(this.memory) });
    }
    if (seen.kind === 'defect' && seen.defect === 'other-dialect') this.#speak(seen);
    this.settlement.observe(seen);
    this.#note(seen);
    this.#delivery.observe(seen, this.record.id);
  }

  /** Something is wrong that no observation of the task shows, or that one has shown. */
  found(finding: Finding): void {
    this.memory.findings.set(finding.rule, finding);
    this.#emit({ kind: 'finding', finding });
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

  /** The caller takes a task up again that waited for it, or that another course has followed so far. */
  reopen(): void {
    this.facts.paused = undefined;
    this.facts.waiting = undefined;
    this.#delivery.reopen();
  }

  /** A task is known by its id before anything was seen of it. */
  adopt(taskId: string): void {
    this.record.id ??= taskId;
    this.settlement.memory.taskId ??= taskId;
  }

  /** A message of ours may have been taken in, and whoever sent it can no longer hear the answer. */
  answerLost(now: number): void {
    const request = {};
    const vantage = { id: 0, channel: 'answer', operation: 'SendMessage', asked: now, request } as const;
    const message = 'the process that sent the message ended before it had the answer';
    this.facts.sendFailure ??= { kind: 'failure', reason: 'reset', message, sent: true, vantage, received: now };
  }

  /** Whether the opening message may have been taken in although no task was told for it. */
  get mayBeTakenIn(): boolean {
    const { answer, refusal, sendFailure } = this.facts;
    if (answer !== undefined) return false;
    if (refusal !== undefined) return !refusedUntouched(refusal.name, refusal.httpStatus);
    return sendFailure?.sent === true && sendFailure.reason !== 'aborted';
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

  /**
   * Whether some stream, read whole or not, brought before the end what a snapshot of the task doesn't hold at all, or not
   * as that stream brought it.
   */
  contradicts({ artifacts = [] }: Task): boolean {
    const held = new Map(artifacts.map(({ artifactId, parts }) => [artifactId, parts]));
    for (const memory of this.memory.assemblies.values()) {
      for (const [id, brought] of memory.artifacts) {
        if (brought.behind || brought.parts.every(({ text }) => text === '')) continue;
        const parts = held.get(id);
        if (parts === undefined) return true;
        if (memory.ended && !memory.holed && holdsOther(parts, brought)) return true;
      }
    }
    return false;
  }

  /** Whether an artifact of a task holds each piece that a subscription brought twice, behind what was there before. */
  storedTwice({ artifacts = [] }: Task): boolean {
    const joined = [...this.memory.assemblies.values()].filter((one) => !one.fromStart && one.ended && !one.holed);
    return joined.some((stream) =>
      artifacts.some(({ artifactId, parts }) => {
        const brought = stream.artifacts.get(artifactId);
        return brought !== undefined && storedOnce(parts, brought) !== undefined;
      }),
    );
  }

  /** All that streams brought of the task, the fullest of them counting. */
  get received(): readonly Artifact[] {
    const all = Array.from(this.memory.assemblies.values(), (memory) => new Assembly(memory).artifacts);
    return all.reduce((most, some) => (some.length > most.length ? some : most), []);
  }

  #note(seen: Observation): void {
    const { operation, channel, id } = seen.vantage;
    const taskId = seen.kind === 'task' ? seen.task.id : 'taskId' in seen ? seen.taskId : undefined;
    if (isForeign(taskId, this.record)) {
      if (this.facts.turn !== undefined) noteForeignAnswer(this.facts.turn, seen);
      return;
    }
    if (channel === 'stream' && seen.kind !== 'asked') {
      const assembly = this.#assembly(id, isSend(operation));
      if (seen.kind === 'task') this.#delivery.streamed(id, assembly.artifacts);
      assembly.observe(seen);
      if (seen.kind === 'close' || seen.kind === 'silence') this.#delivery.streamed(id, assembly.artifacts);
    }
    noteFacts(this.memory, seen, this.#times);
  }

  #assembly(vantageId: number, fromStart: boolean): Assembly {
    let memory = this.memory.assemblies.get(vantageId);
    if (memory === undefined) {
      memory = newAssemblyMemory(fromStart);
      this.memory.assemblies.set(vantageId, memory);
    }
    return new Assembly(memory);
  }
}
