import { contentDigest } from '../protocol/content-digest.ts';
import type { Artifact, Task } from '../protocol/model.ts';
import type { ArtifactSeen, Observation, TaskSeen } from '../protocol/observation.ts';
import { isTerminal, type TaskState } from '../protocol/task-state.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { type GuardCheck, NO_CHECK } from './guard-check.ts';

/** What the caller has been told: plain data, which can be copied, compared and kept. */
export interface DeliveryMemory {
  readonly delivered: Map<string, Delivered>;
  state: TaskState | undefined;
  opened: boolean;
  fenced: boolean;
  verifying: boolean;
}

/** An artifact as the caller has it. */
interface Delivered {
  /** The vantage of the stream that its last chunk came by, and whether that may still add to it. */
  readonly by: number | undefined;
  readonly growing: boolean;
  /** `undefined` while a stream is adding to it, and where it can't be told. */
  readonly digest: string | undefined;
  /** It isn't what that stream brought: it began elsewhere, or some of it was held back. */
  readonly mixed: boolean;
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
  /** All that is remembered. It may be handed to another delivery, which then goes on from there. */
  readonly memory: DeliveryMemory;
  readonly #emit: (event: DelegationEvent) => void;
  readonly #without: ReadonlySet<string>;

  /** `without`: the checks to leave out. */
  constructor(
    emit: (event: DelegationEvent) => void,
    without: ReadonlySet<GuardCheck> = NO_CHECK,
    memory = newDeliveryMemory(),
  ) {
    this.memory = memory;
    this.#emit = emit;
    this.#without = without;
  }

  /** From here on nothing of the task passes. */
  fence(): void {
    this.memory.fenced = !this.#without.has('fence');
  }

  /** A task that waited for its caller goes on. */
  reopen(): void {
    this.memory.fenced = false;
  }

  /** Passes on what an observation of the task brings, if it is news. Events of other tasks are not for the caller. */
  observe(seen: Observation, taskId: string | undefined): void {
    if (this.memory.fenced || taskId === undefined) return;
    switch (seen.kind) {
      case 'task':
        if (seen.task.id !== taskId) return;
        this.#open(taskId, seen.task.contextId);
        if (!isTerminal(seen.task.state)) this.#passSnapshot(seen);
        return this.#tellState(seen.task.state, seen);
      case 'status':
        if (seen.taskId !== undefined && seen.taskId !== taskId) return;
        this.#open(taskId, seen.contextId);
        return this.#tellState(seen.state, seen);
      case 'artifact':
        if (seen.taskId !== undefined && seen.taskId !== taskId) return;
        this.#open(taskId, seen.contextId);
        return this.#passChunk(seen);
      default:
        return;
    }
  }

  /**
   * A stream has stopped adding to these artifacts, which it brought as they are here: it is over, or mute, or shows
   * them whole. What snapshots show from now on is news if it differs.
   */
  streamed(vantageId: number, artifacts: readonly Artifact[]): void {
    for (const [artifactId, { by, growing, mixed }] of this.memory.delivered) {
      if (by !== vantageId || !growing) continue;
      const artifact = mixed ? undefined : artifacts.find((one) => one.artifactId === artifactId);
      const digest = artifact === undefined ? undefined : digestOf(artifact);
      this.memory.delivered.set(artifactId, { by, growing: false, digest, mixed });
    }
  }

  /** Delivers what a settled task holds and the caller has not got yet; behind it the fence is up. */
  settle(task: Task): void {
    if (this.memory.fenced) return;
    for (const artifact of task.artifacts ?? []) this.#passArtifact(artifact, 'read');
    this.fence();
  }

  /** Behind a told end an artifact waits until it is known whether the settled task holds it. */
  get #holdsArtifacts(): boolean {
    return this.memory.verifying && !this.#without.has('held-artifacts');
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
      if (!this.#without.has('held-end')) return this.#emit({ kind: 'verifying', reported: state });
    }
    const message = seen.kind === 'task' ? seen.task.statusMessage : seen.kind === 'status' ? seen.message : undefined;
    this.#emit({ kind: 'state', state, message });
  }

  /** While one stream adds to an artifact, what others tell of it would come twice. */
  #passChunk({ artifact, append, vantage }: ArtifactSeen): void {
    const { artifactId } = artifact;
    const known = this.memory.delivered.get(artifactId);
    if (this.#holdsArtifacts) {
      if (known !== undefined) this.memory.delivered.set(artifactId, { ...known, mixed: true });
      return;
    }
    if (known?.growing === true && known.by !== vantage.id && !this.#without.has('one-source')) return;
    const mixed = append && known !== undefined && (known.mixed || known.by !== vantage.id);
    this.memory.delivered.set(artifactId, { by: vantage.id, growing: true, digest: undefined, mixed });
    this.#emit({ kind: 'artifact', artifact, append, from: 'stream' });
  }

  /** A snapshot repeats what chunks have told, except on their own stream, which it goes on from. */
  #passSnapshot({ task, vantage }: TaskSeen): void {
    if (this.#holdsArtifacts) return;
    const from = vantage.channel === 'stream' ? 'stream' : 'read';
    for (const artifact of task.artifacts ?? []) {
      const known = this.memory.delivered.get(artifact.artifactId);
      if (known?.growing !== true || known.by === vantage.id) this.#passArtifact(artifact, from, vantage.id);
    }
  }

  /** A whole artifact passes if it is new to the caller, or different. The stream that brought it may go on from it. */
  #passArtifact(artifact: Artifact, from: 'stream' | 'read', vantageId?: number): void {
    const known = this.memory.delivered.get(artifact.artifactId);
    const digest = digestOf(artifact);
    const news = known?.digest !== digest;
    if (!news && from === 'read') return;
    const by = from === 'stream' ? vantageId : undefined;
    this.memory.delivered.set(artifact.artifactId, { by, growing: by !== undefined, digest, mixed: false });
    if (news) this.#emit({ kind: 'artifact', artifact, append: false, from });
  }
}

function digestOf(artifact: Artifact): string {
  return contentDigest([artifact], undefined);
}
