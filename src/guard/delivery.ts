import { contentDigest } from '../protocol/content-digest.ts';
import type { Artifact, Task } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';
import { isTerminal, type TaskState } from '../protocol/task-state.ts';
import type { DelegationEvent } from './delegation-event.ts';

/** What the caller has been told: plain data, which can be copied, compared and kept. */
export interface DeliveryMemory {
  /** The digest of each artifact as the caller has it; `undefined` while a stream is adding to it. */
  readonly delivered: Map<string, string | undefined>;
  state: TaskState | undefined;
  opened: boolean;
  fenced: boolean;
  verifying: boolean;
}

/** The memory of a caller who has been told nothing. */
export function newDeliveryMemory(): DeliveryMemory {
  return { delivered: new Map(), state: undefined, opened: false, fenced: false, verifying: false };
}

/**
 * Passes on to the caller what a running task tells, and nothing behind the fence: no end that is not verified, nothing
 * after a cancel, nothing a second time because another channel told it too.
 */
export class Delivery {
  readonly #emit: (event: DelegationEvent) => void;
  /** All that is remembered. It may be handed to another delivery, which then goes on from there. */
  readonly memory: DeliveryMemory;

  constructor(emit: (event: DelegationEvent) => void, memory = newDeliveryMemory()) {
    this.#emit = emit;
    this.memory = memory;
  }

  /** From here on nothing of the task passes. */
  fence(): void {
    this.memory.fenced = true;
  }

  /** Passes on what an observation of the task brings, if it is news. Events of other tasks are not for the caller. */
  observe(seen: Observation, taskId: string | undefined): void {
    if (this.memory.fenced || taskId === undefined) return;
    switch (seen.kind) {
      case 'task':
        if (seen.task.id !== taskId) return;
        this.#open(taskId, seen.task.contextId);
        if (!isTerminal(seen.task.state))
          this.#snapshot(seen.task, seen.vantage.channel === 'stream' ? 'stream' : 'read');
        return this.#tellState(seen.task.state, seen);
      case 'status':
        if (seen.taskId !== undefined && seen.taskId !== taskId) return;
        this.#open(taskId, seen.contextId);
        return this.#tellState(seen.state, seen);
      case 'artifact':
        if (seen.taskId !== undefined && seen.taskId !== taskId) return;
        this.#open(taskId, seen.contextId);
        // Behind a told end an artifact waits until it is known whether the settled task holds it.
        if (this.memory.verifying) return;
        this.memory.delivered.set(seen.artifact.artifactId, undefined);
        return this.#emit({ kind: 'artifact', artifact: seen.artifact, append: seen.append, from: 'stream' });
      default:
        return;
    }
  }

  /**
   * A stream has stopped adding to these artifacts, which are as the caller has put them together from its chunks.
   * What snapshots show from now on is news if it differs.
   */
  streamed(artifacts: readonly Artifact[]): void {
    for (const artifact of artifacts) {
      const { artifactId } = artifact;
      if (this.memory.delivered.has(artifactId)) this.memory.delivered.set(artifactId, digestOf(artifact));
    }
  }

  /** Delivers what a settled task holds and the caller has not got yet; behind it the fence is up. */
  settle(task: Task): void {
    if (this.memory.fenced) return;
    for (const [artifactId, digest] of this.memory.delivered)
      if (digest === undefined) this.memory.delivered.delete(artifactId);
    this.#snapshot(task, 'read');
    this.memory.fenced = true;
  }

  #open(taskId: string, contextId: string | undefined): void {
    if (this.memory.opened) return;
    this.memory.opened = true;
    this.#emit({ kind: 'opened', taskId, contextId });
  }

  #tellState(state: TaskState, seen: Observation): void {
    if (this.memory.verifying || state === this.memory.state) return;
    this.memory.state = state;
    if (isTerminal(state)) {
      this.memory.verifying = true;
      return this.#emit({ kind: 'verifying', reported: state });
    }
    const message = seen.kind === 'task' ? seen.task.statusMessage : seen.kind === 'status' ? seen.message : undefined;
    this.#emit({ kind: 'state', state, message });
  }

  /** A snapshot repeats what chunks have told; only an artifact that is new to the caller, or different, passes. */
  #snapshot(task: Task, from: 'stream' | 'read'): void {
    for (const artifact of task.artifacts ?? []) {
      const { artifactId } = artifact;
      const known = this.memory.delivered.get(artifactId);
      const growing = known === undefined && this.memory.delivered.has(artifactId);
      const digest = digestOf(artifact);
      if (growing || known === digest) continue;
      this.memory.delivered.set(artifactId, digest);
      this.#emit({ kind: 'artifact', artifact, append: false, from });
    }
  }
}

function digestOf(artifact: Artifact): string {
  return contentDigest([artifact], undefined);
}
