import { isForeign } from '../../lifecycle/order.ts';
import type { TaskRecord } from '../../lifecycle/record.ts';
import type { Observation } from '../../protocol/observation.ts';
import { isTerminal, type TaskState } from '../../protocol/task-state.ts';
import type { FrameFate } from './frame-gate.ts';
import { HeldFrames } from './held-frames.ts';
import { KeptArtifacts } from './kept-artifacts.ts';
import type { StreamSource } from './stream-source.ts';
import type { ToldContent } from './told-content.ts';

/** What the court asks of the stream that it judges for. */
export interface CourtSides {
  record(): TaskRecord;
  /** A cancel is under way: nothing gets out until it is known what comes of it. */
  canceling(): boolean;
  /** The caller has been told the end, not by this stream. */
  ended(): boolean;
  /** The task is known from now on. Returns whether its caller still listens to this stream. */
  joined(): boolean;
  dropped(seen: Observation, because: string): void;
}

/** Judges what a stream brings, event by event, by what its caller was told before. */
export class FrameCourt {
  readonly held = new HeldFrames();
  readonly kept = new KeptArtifacts();
  /** The last state that the caller was told. */
  told: TaskState | undefined;
  /** The stream has told an end, which is held back. */
  endTold = false;
  /** Reads tell the caller from now on; streams only show how things are. */
  readsOnly = false;
  /** The stream of a task that had ended before has told an error, and nothing else follows. */
  refused = false;
  readonly #content: ToldContent;
  readonly #sides: CourtSides;

  constructor(content: ToldContent, sides: CourtSides) {
    this.#content = content;
    this.#sides = sides;
  }

  judge(seen: Observation, source: StreamSource): FrameFate {
    if (this.refused && seen.kind !== 'defect') return this.#drop(seen, 'its stream had told an error');
    switch (seen.kind) {
      case 'task':
        return this.#state(seen, seen.task.id, seen.task.state, source);
      case 'status':
        return this.#state(seen, seen.taskId, seen.state, source);
      case 'artifact':
        return this.#artifact(seen, source);
      case 'error':
        if (this.#sides.record().id === undefined) return 'pass';
        if (this.#sides.ended()) {
          this.refused = true;
          return 'pass';
        }
        this.held.error = true;
        return 'hold';
      case 'defect':
        return seen.defect === 'not-json' || seen.defect === 'depth' ? 'drop' : 'pass';
      default:
        return 'pass';
    }
  }

  #state(seen: Observation, taskId: string | undefined, state: TaskState, source: StreamSource): FrameFate {
    if (isForeign(taskId, this.#sides.record())) return this.#drop(seen, 'it names another task');
    if (this.endTold) return this.#drop(seen, 'its stream had told the end');
    if (isTerminal(state) && !this.readsOnly) {
      this.endTold = true;
      this.held.end = { seen, bytes: undefined };
      return 'hold';
    }
    if (this.readsOnly && seen.kind === 'task') this.#content.missed();
    if (!this.#sides.joined() || this.readsOnly) return 'drop';
    if (this.#sides.canceling()) return 'hold';
    if (seen.kind === 'task') {
      this.#content.complete = true;
      if (source.events === 1 && state === this.told && this.#content.repeats(seen.task)) return 'drop';
      if ((seen.task.artifacts?.length ?? 0) > 0) this.kept.keep(source.data);
    }
    this.told = state;
    return 'pass';
  }

  #artifact(seen: Observation & { readonly kind: 'artifact' }, source: StreamSource): FrameFate {
    if (isForeign(seen.taskId, this.#sides.record())) return this.#drop(seen, 'it names another task');
    if (this.endTold) {
      this.#content.lacking = true;
      return this.#drop(seen, 'its stream had told the end');
    }
    if (this.readsOnly) {
      this.#content.missed();
      return 'drop';
    }
    if (this.#sides.canceling()) {
      this.#content.lacking = true;
      return 'hold';
    }
    this.kept.keep(source.data);
    return 'pass';
  }

  #drop(seen: Observation, because: string): FrameFate {
    this.#sides.dropped(seen, because);
    return 'drop';
  }
}
