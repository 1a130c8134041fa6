import { canonicalJson } from '../protocol/canonical-json.ts';
import { LOSES_FRAME } from '../protocol/defect.ts';
import type { Artifact, Part } from '../protocol/model.ts';
import type { ArtifactSeen, Observation } from '../protocol/observation.ts';
import { isTerminal } from '../protocol/task-state.ts';

/** Content beyond this many UTF-16 code units is not kept: a peer that floods must not fill our memory. */
const MOST_CONTENT = 16 * 1024 * 1024;

/** What was put together so far, and of which kind of stream: plain data, which can be copied, compared and kept. */
export interface AssemblyMemory {
  /** The stream was opened together with its task, so that it has to bring everything. */
  readonly fromStart: boolean;
  /** Parts are pushed in place: copying them for each chunk would make a long stream quadratic. */
  readonly artifacts: Map<string, AssembledArtifact>;
  ended: boolean;
  /** A frame was lost, or what it brought was too much to keep. */
  holed: boolean;
  /** UTF-16 code units of content, and a little for each part. */
  size: number;
}

/**
 * An artifact as its stream has brought it. `behind`: begun behind the end that the stream had told. `since`: whether the
 * stream brought it from its begin on, from some chunk on, or from a snapshot on, which may have been old by then.
 */
export interface AssembledArtifact {
  readonly artifact: Artifact;
  readonly parts: Part[];
  readonly behind: boolean;
  readonly since: 'begin' | 'chunk' | 'snapshot';
}

/** The memory of a stream that has brought nothing yet. */
export function newAssemblyMemory(fromStart: boolean): AssemblyMemory {
  return { fromStart, artifacts: new Map(), ended: false, holed: false, size: 0 };
}

/** Puts together what one stream brings of a task's artifacts. */
export class Assembly {
  /** All that is remembered. It may be handed to another assembly, which then goes on from there. */
  readonly memory: AssemblyMemory;

  constructor(memory: AssemblyMemory) {
    this.memory = memory;
  }

  /** Takes in the next frame of the stream. */
  observe(seen: Observation): void {
    if (seen.kind === 'artifact') this.#chunk(seen);
    if (seen.kind === 'defect') this.memory.holed ||= LOSES_FRAME.has(seen.defect);
    if (seen.kind === 'status') this.memory.ended ||= isTerminal(seen.state);
    if (seen.kind !== 'task') return;
    this.memory.ended ||= isTerminal(seen.task.state);
    if (seen.task.artifacts === undefined || seen.task.artifacts.length === 0) return;
    this.memory.artifacts.clear();
    for (const artifact of seen.task.artifacts) this.#put(artifact, false, 'snapshot');
  }

  /** The artifacts so far; none if there was too much of them. */
  get artifacts(): readonly Artifact[] {
    return Array.from(this.memory.artifacts.values(), ({ artifact, parts }) => ({ ...artifact, parts: [...parts] }));
  }

  /** Whether the stream has brought everything: it saw the task begin and end, and no frame of it was lost. */
  get whole(): boolean {
    return this.memory.fromStart && this.memory.ended && !this.memory.holed;
  }

  #chunk({ artifact, append }: ArtifactSeen): void {
    const known = append ? this.memory.artifacts.get(artifact.artifactId) : undefined;
    if (known === undefined) return this.#put(artifact, this.#isBehind(artifact), append ? 'chunk' : 'begin');
    if (!this.#fits(artifact)) return;
    for (const part of artifact.parts) known.parts.push(part);
  }

  #isBehind({ artifactId }: Artifact): boolean {
    return this.memory.artifacts.get(artifactId)?.behind ?? this.memory.ended;
  }

  #put(artifact: Artifact, behind: boolean, since: AssembledArtifact['since']): void {
    if (!this.#fits(artifact)) return;
    this.memory.artifacts.set(artifact.artifactId, { artifact, parts: [...artifact.parts], behind, since });
  }

  #fits(artifact: Artifact): boolean {
    for (const { text, raw, data } of artifact.parts) {
      this.memory.size += (text ?? raw ?? '').length + (data === undefined ? 0 : canonicalJson(data).length) + 64;
    }
    if (this.memory.size <= MOST_CONTENT) return true;
    this.memory.artifacts.clear();
    this.memory.holed = true;
    return false;
  }
}
