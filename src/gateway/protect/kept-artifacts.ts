import { isDeepStrictEqual } from 'node:util';
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
   * once are not in it, either
   */
  notIn(task: Task | undefined, subscribed: boolean): readonly JsonObject[] {
    const shown = new Map<unknown, readonly unknown[]>();
    for (const entry of asList(task?.raw['artifacts'])) {
      const artifact = asObject(entry);
      shown.set(artifact?.['artifactId'], asList(artifact?.['parts']));
    }
    const artifacts = new Map<string, JsonObject>();
    for (const payload of this.#payloads) take(artifacts, payload);
    const lacks = ([id, artifact]: readonly [string, JsonObject]): boolean => {
      const parts = shown.get(id);
      return parts === undefined || (subscribed && isMultiplied(parts, asList(artifact['parts'])));
    };
    return [...artifacts].filter(lacks).map(([, artifact]) => artifact);
  }
}

function isMultiplied(shown: readonly unknown[], kept: readonly unknown[]): boolean {
  if (shown.length <= kept.length) return false;
  for (const once of appliedOnce(shown)) if (isDeepStrictEqual(once, kept)) return true;
  return false;
}

function take(artifacts: Map<string, JsonObject>, payload: string): void {
  const event = eventIn(payload);
  const artifact = asObject(event?.['artifact']);
  const id = asText(artifact?.['artifactId']);
  if (artifact !== undefined && id !== undefined) {
    const before = event?.['append'] === true ? artifacts.get(id) : undefined;
    const parts = [...asList(before?.['parts']), ...asList(artifact['parts'])];
    artifacts.set(id, before === undefined ? artifact : { ...before, parts });
    return;
  }
  for (const entry of asList(event?.['artifacts'])) {
    const one = asObject(entry);
    const ofOne = asText(one?.['artifactId']);
    if (one !== undefined && ofOne !== undefined) artifacts.set(ofOne, one);
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
