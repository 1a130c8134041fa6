import type { Message, Part } from '../../../../src/protocol/model.ts';
import { isInterrupted, isTerminal, type TaskState, type TerminalState } from '../../../../src/protocol/task-state.ts';
import type { Random } from '../random.ts';
import type { Manner } from './manner.ts';

/** A task at one moment. Its artifacts hold their parts as they were made. */
export interface Version {
  readonly at: number;
  readonly state: TaskState;
  readonly timestamp: string | undefined;
  readonly message: Message | undefined;
  readonly artifacts: ReadonlyMap<string, readonly Part[]>;
  readonly history: readonly Message[];
  /** What was told when it came about. */
  readonly event: StatusEvent | ArtifactEvent;
}

export interface StatusEvent {
  readonly kind: 'status';
  readonly final: boolean | undefined;
}

export interface ArtifactEvent {
  readonly kind: 'artifact';
  readonly artifactId: string;
  readonly parts: readonly Part[];
  readonly append: boolean;
  readonly lastChunk: boolean;
}

/**
 * An agent that keeps the specification's word on one task: a log of what became of it, each event with the task as it
 * was then. When something happens, and what of the log anybody gets to see, is for others.
 */
export class HonestAgent {
  readonly log: Version[] = [];
  readonly #manner: Manner;
  readonly #random: Random;
  /** A task may end with nothing to show, or show one thing twice. */
  readonly #noted: boolean;
  readonly #closed = new Set<string>();
  #words = 0;
  #stopping = false;

  constructor(manner: Manner, random: Random, noted: boolean) {
    this.#manner = manner;
    this.#random = random;
    this.#noted = noted;
  }

  get now(): Version {
    return this.log.at(-1) as Version;
  }

  get isOver(): boolean {
    return isTerminal(this.now.state);
  }

  get waits(): boolean {
    return isInterrupted(this.now.state);
  }

  /** Takes up the message that makes the task. */
  begin(at: number, message: Message): void {
    const history = [message];
    const state = this.#manner.firstState;
    this.log.push(this.#status(at, state, { artifacts: new Map(), history }));
  }

  /** Goes on with the work: by an event, a question, or the end. */
  work(at: number): void {
    if (this.isOver) return;
    if (this.#stopping && this.#random.oneIn(2)) return this.#move(at, 'canceled');
    switch (this.#random.below(8)) {
      case 0:
        return this.#move(at, this.#random.pick(['input-required', 'auth-required']));
      case 1:
        // Now and then it goes back into the queue.
        return this.#move(at, this.#random.oneIn(8) ? 'submitted' : 'working');
      case 2:
        return this.#end(at);
      default:
        return this.#produce(at);
    }
  }

  /** Somebody answered, if only out of band. */
  resume(at: number, message?: Message): void {
    if (message !== undefined) this.#remember(message);
    this.#move(at, 'working');
  }

  /** A message joins work that is under way. */
  queue(message: Message): void {
    this.#remember(message);
  }

  cancel(at: number): void {
    this.#move(at, 'canceled');
  }

  /** It will stop when it can. */
  stop(): void {
    this.#stopping = true;
  }

  #end(at: number): void {
    const state: TerminalState = this.#random.pick(['completed', 'completed', 'failed', 'rejected']);
    const isEmpty = [...this.now.artifacts.values()].every((parts) => parts.every(({ text }) => text?.trim() === ''));
    if (state === 'completed' && isEmpty && !this.#noted) this.#produce(at, 'the whole of it');
    this.#move(at, state);
  }

  #move(at: number, state: TaskState): void {
    this.log.push(this.#status(at, state, this.now));
  }

  #status(at: number, state: TaskState, kept: Pick<Version, 'artifacts' | 'history'>): Version {
    const isFinal =
      isTerminal(state) || (isInterrupted(state) && this.#manner.closesAtInterrupt && this.#manner.finalAtInterrupt);
    return {
      at,
      state,
      timestamp: this.#stamp(at),
      message: this.#message(),
      artifacts: kept.artifacts,
      history: kept.history,
      event: { kind: 'status', final: this.#manner.dialect === '1.0' ? undefined : isFinal },
    };
  }

  #stamp(at: number): string | undefined {
    const { stamps, clockSkewMs } = this.#manner;
    if (stamps === 'none') return undefined;
    const time = new Date(1_767_225_600_000 + at - (clockSkewMs === 0 ? 0 : this.#random.below(clockSkewMs)));
    return stamps === 'ms' ? time.toISOString() : `${time.toISOString().slice(0, 19)}Z`;
  }

  #message(): Message | undefined {
    const { words } = this.#manner;
    if (words === 'none' || this.#random.oneIn(2)) return undefined;
    const parts = [{ text: this.#random.pick(['on it', 'still on it', 'one moment']) }];
    return words === 'message'
      ? { messageId: `agent-${++this.#words}`, role: 'agent', parts }
      : { role: 'agent', parts };
  }

  #remember(message: Message): void {
    this.log.push({ ...this.now, history: [...this.now.history, message] });
    this.log.splice(-2, 1);
  }

  /** Writes an artifact, or goes on with one. What was announced as complete stays as it is. */
  #produce(at: number, whole?: string): void {
    const open = [...this.now.artifacts.keys()].filter((id) => !this.#closed.has(id));
    const append = whole === undefined && open.length > 0 && this.#random.oneIn(2);
    const artifactId = append ? this.#random.pick(open) : this.#nextId(open);
    const parts = whole === undefined ? this.#parts() : [{ text: whole }];
    // One result twice is allowed, and noted.
    if (!append && !this.#noted) parts.unshift({ text: `${artifactId}: ` });
    const lastChunk = this.#random.oneIn(4);
    if (lastChunk) this.#closed.add(artifactId);
    const artifacts = new Map(this.now.artifacts);
    artifacts.set(artifactId, append ? [...(artifacts.get(artifactId) ?? []), ...parts] : parts);
    this.log.push({ ...this.now, at, artifacts, event: { kind: 'artifact', artifactId, parts, append, lastChunk } });
  }

  /** A new artifact, or one that is written anew. */
  #nextId(open: readonly string[]): string {
    return open.length > 0 && this.#random.oneIn(4) ? this.#random.pick(open) : `result-${this.now.artifacts.size + 1}`;
  }

  #parts(): Part[] {
    switch (this.#random.below(7)) {
      case 6:
        return [{ raw: '-_8=', filename: 'plan.bin' }];
      case 0:
        return [{ url: 'https://files.example/plan.png', mediaType: 'image/png' }];
      case 1:
        return [{ data: { places: [1, 2], when: 'soon' } }];
      case 2:
        return [{ text: this.#random.pick(TEXTS) }, { text: this.#random.pick(TEXTS) }];
      default:
        return [{ text: this.#random.pick(TEXTS) }];
    }
  }
}

/** Pieces that repeat and begin each other, as real ones do. */
const TEXTS = ['ha', 'ha ha ha ha ', 'ha ha ha ha and so on', 'ha ha ha ha and so on and on', '\n', 'tick ', ''];
