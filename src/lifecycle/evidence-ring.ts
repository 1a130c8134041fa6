import type { Artifact, Message, Part } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';

/** How much is kept. Both are estimates in bytes of heap, since nobody can ask for the true size of an object. */
export interface EvidenceLimits {
  readonly taskBytes: number;
  readonly totalBytes: number;
}

const DEFAULT_EVIDENCE_LIMITS: EvidenceLimits = {
  taskBytes: 64 * 1024,
  totalBytes: 256 * 1024 * 1024,
};

interface Kept {
  readonly seen: Observation;
  readonly bytes: number;
}

interface TaskEvidence {
  kept: Kept[];
  /** Where the oldest one is that still counts. */
  from: number;
  bytes: number;
}

/**
 * Keeps the newest observations of each task, so that a finding can be shown and not only told. It is apart from the
 * records that judging rests on: what is dropped here changes no verdict. Of one task the oldest are dropped first; if
 * all tasks together are too much, those go first of which nothing was seen for the longest time.
 */
export class EvidenceRing<Task extends object> {
  readonly #limits: EvidenceLimits;
  /** In the order in which they were last added to. */
  readonly #tasks = new Map<Task, TaskEvidence>();
  #bytes = 0;

  constructor(limits: Partial<EvidenceLimits> = {}) {
    this.#limits = { ...DEFAULT_EVIDENCE_LIMITS, ...limits };
  }

  /** The estimate of all that is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Keeps an observation. One that is larger than a task may keep is not kept at all, and displaces nothing. */
  add(task: Task, seen: Observation): void {
    const bytes = estimateBytes(seen);
    if (bytes > this.#limits.taskBytes) return;
    const evidence = this.#tasks.get(task) ?? { kept: [], from: 0, bytes: 0 };
    this.#tasks.delete(task);
    this.#tasks.set(task, evidence);
    evidence.kept.push({ seen, bytes });
    evidence.bytes += bytes;
    this.#bytes += bytes;
    while (evidence.bytes > this.#limits.taskBytes) this.#dropOldest(evidence);
    for (const [oldest] of this.#tasks) {
      if (this.#bytes <= this.#limits.totalBytes || oldest === task) return;
      this.forget(oldest);
    }
  }

  /** What is kept of a task, in the order in which it was seen. */
  of(task: Task): readonly Observation[] {
    const evidence = this.#tasks.get(task);
    return evidence === undefined ? [] : evidence.kept.slice(evidence.from).map(({ seen }) => seen);
  }

  /** Drops all of a task. */
  forget(task: Task): void {
    this.#bytes -= this.#tasks.get(task)?.bytes ?? 0;
    this.#tasks.delete(task);
  }

  #dropOldest(evidence: TaskEvidence): void {
    const bytes = evidence.kept[evidence.from]?.bytes ?? 0;
    evidence.from++;
    evidence.bytes -= bytes;
    this.#bytes -= bytes;
    // Compacting now and then keeps dropping cheap and the dropped ones collectable.
    if (evidence.from * 2 < evidence.kept.length) return;
    evidence.kept = evidence.kept.slice(evidence.from);
    evidence.from = 0;
  }
}

/** What an observation costs beside its texts: its own members, its vantage's share, the objects around them. */
const OBJECT_BYTES = 256;

/** The heap that an observation holds on to, by the length of its texts. A frame's text may be one slice of a chunk. */
export function estimateBytes(seen: Observation): number {
  switch (seen.kind) {
    case 'artifact':
      return OBJECT_BYTES + artifactBytes(seen.artifact);
    case 'status':
      return OBJECT_BYTES + messageBytes(seen.message);
    case 'message':
      return OBJECT_BYTES + messageBytes(seen.message);
    case 'task': {
      const { artifacts = [], history = [], statusMessage } = seen.task;
      const content = sum(artifacts, artifactBytes) + sum(history, messageBytes) + messageBytes(statusMessage);
      return 2 * OBJECT_BYTES + content;
    }
    case 'list':
      return OBJECT_BYTES + sum(seen.tasks, (task) => 2 * OBJECT_BYTES + sum(task.artifacts ?? [], artifactBytes));
    case 'error':
      return OBJECT_BYTES + seen.message.length + dataBytes(seen.data);
    case 'card':
      return OBJECT_BYTES + dataBytes(seen.card);
    default:
      return OBJECT_BYTES;
  }
}

function artifactBytes(artifact: Artifact): number {
  return OBJECT_BYTES + sum(artifact.parts, partBytes);
}

function messageBytes(message: Message | undefined): number {
  return message === undefined ? 0 : OBJECT_BYTES + sum(message.parts, partBytes);
}

function partBytes({ text, raw, url, data }: Part): number {
  return 64 + (text?.length ?? 0) + (raw?.length ?? 0) + (url?.length ?? 0) + dataBytes(data);
}

/** Data of the peer's is walked only so far: more than this is more than any task may keep. */
const MOST_NODES = 10_000;

function dataBytes(data: unknown): number {
  let bytes = 0;
  const open: unknown[] = [data];
  for (let nodes = 0; open.length > 0; nodes++) {
    if (nodes === MOST_NODES) return Number.POSITIVE_INFINITY;
    const value = open.pop();
    bytes += 16;
    if (typeof value === 'string') bytes += value.length;
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) open.push(member);
  }
  return bytes;
}

function sum<T>(list: readonly T[], bytesOf: (entry: T) => number): number {
  let bytes = 0;
  for (const entry of list) bytes += bytesOf(entry);
  return bytes;
}
