import { isDeepStrictEqual } from 'node:util';
import type { AssembledArtifact } from '../../lifecycle/assembly.ts';
import { isAmbiguous, storedOnce } from '../../lifecycle/stored-twice.ts';
import { asList, asObject, asText, type JsonObject } from '../../protocol/json.ts';
import type { Task } from '../../protocol/model.ts';
import { appliedOnce } from './applied-once.ts';

/** More of one stream's artifacts is not kept, in UTF-16 code units: reads have to show the rest. */
const MOST_KEPT = 256 * 1024;

/** What a stream has brought of a task's artifacts, as it came, for the case that no read shows it. */
export class KeptArtifacts {
  #payloads: string[] = [];
  #size = 0;

  /** Keeps the payload of an event that held an artifact, or a snapshot. */
  keep(payload: string): void {
    this.#size += payload.length;
    if (this.#size <= MOST_KEPT) this.#payloads.push(payload);
    else this.#payloads = [];
  }

  /**
   * The artifacts that were kept and are not in a snapshot; none if there was too much to keep.
   *
   * @param subscribed it was a subscription that brought them: those that the snapshot has with pieces applied more than
   * once are not in it, either, and are given as they were before that, with what had been stored before the subscription
   */
  notIn(task: Task | undefined, subscribed: boolean): readonly JsonObject[] {
    const shown = new Map<unknown, readonly unknown[]>();
    for (const entry of asList(task?.raw['artifacts'])) {
      const artifact = asObject(entry);
      shown.set(artifact?.['artifactId'], asList(artifact?.['parts']));
    }
    const kept = new Map<string, Kept>();
    for (const payload of this.#payloads) take(kept, payload);
    return [...kept].flatMap(([id, { artifact, since }]) => {
      const held = shown.get(id);
      if (held === undefined) return [artifact];
      const parts = subscribed ? appliedLess(held, asList(artifact['parts']), since) : undefined;
      return parts === undefined ? [] : [{ ...artifact, parts }];
    });
  }
}

/** An artifact as it was kept, and since when. */
interface Kept {
  readonly artifact: JsonObject;
  readonly since: AssembledArtifact['since'];
}

/** The parts as they were before pieces were applied more than once, if they were. */
function appliedLess(
  held: readonly unknown[],
  kept: readonly unknown[],
  since: Kept['since'],
): readonly unknown[] | undefined {
  if (held.length <= kept.length || isAmbiguous({ parts: kept, since })) return undefined;
  for (const once of appliedOnce(held)) if (isDeepStrictEqual(once, kept)) return kept;
  return storedOnce(held, { parts: kept, since });
}

function take(artifacts: Map<string, Kept>, payload: string): void {
  const event = eventIn(payload);
  const artifact = asObject(event?.['artifact']);
  const id = asText(artifact?.['artifactId']);
  if (artifact !== undefined && id !== undefined) {
    const append = event?.['append'] === true;
    const before = append ? artifacts.get(id) : undefined;
    if (before === undefined) {
      artifacts.set(id, { artifact, since: append ? 'chunk' : 'begin' });
      return;
    }
    const parts = [...asList(before.artifact['parts']), ...asList(artifact['parts'])];
    artifacts.set(id, { artifact: { ...before.artifact, parts }, since: before.since });
    return;
  }
  for (const entry of asList(event?.['artifacts'])) {
    const one = asObject(entry);
    const ofOne = asText(one?.['artifactId']);
    if (one !== undefined && ofOne !== undefined) artifacts.set(ofOne, { artifact: one, since: 'snapshot' });
  }
}

/** The event of a payload: in an envelope or none, wrapped or bare. */
function eventIn(payload: string): JsonObject | undefined {
  try {
    const json = asObject(JSON.parse(payload));
    const inner = asObject(json?.['result']) ?? json;
    return asObject(inner?.['artifactUpdate']) ?? asObject(inner?.['task']) ?? inner;
  } catch {
    return undefined;
  }
}
