import { contentDigest } from '../protocol/content-digest.ts';
import type { Artifact, Part } from '../protocol/model.ts';
import type { ArtifactSeen, Observation } from '../protocol/observation.ts';
import { isTerminal } from '../protocol/task-state.ts';

/** Puts together what one stream brings of a task's artifacts. */
export class Assembly {
  /** Parts are pushed in place: copying them for each chunk would make a long stream quadratic. */
  readonly #artifacts = new Map<string, { readonly artifact: Artifact; readonly parts: Part[] }>();
  readonly #fromStart: boolean;
  #ended = false;

  /** `fromStart`: the stream was opened together with its task, so that it has to bring everything. */
  constructor(fromStart: boolean) {
    this.#fromStart = fromStart;
  }

  /** Takes in the next frame of the stream. */
  observe(seen: Observation): void {
    if (seen.kind === 'artifact') this.#chunk(seen);
    if (seen.kind === 'status') this.#ended ||= isTerminal(seen.state);
    if (seen.kind !== 'task') return;
    this.#ended ||= isTerminal(seen.task.state);
    if (seen.task.artifacts === undefined || seen.task.artifacts.length === 0) return;
    this.#artifacts.clear();
    for (const artifact of seen.task.artifacts) this.#put(artifact);
  }

  /** The artifacts so far. */
  get artifacts(): readonly Artifact[] {
    return Array.from(this.#artifacts.values(), ({ artifact, parts }) => ({ ...artifact, parts: [...parts] }));
  }

  /** The digest of the whole, once the stream has brought the end of a task that it saw begin; else `undefined`. */
  get wholeDigest(): string | undefined {
    if (!this.#fromStart || !this.#ended || this.#artifacts.size === 0) return undefined;
    return contentDigest(this.artifacts, undefined);
  }

  #chunk({ artifact, append }: ArtifactSeen): void {
    const known = append ? this.#artifacts.get(artifact.artifactId) : undefined;
    if (known === undefined) return this.#put(artifact);
    for (const part of artifact.parts) known.parts.push(part);
  }

  #put(artifact: Artifact): void {
    this.#artifacts.set(artifact.artifactId, { artifact, parts: [...artifact.parts] });
  }
}
