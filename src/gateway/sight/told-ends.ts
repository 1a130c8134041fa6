import { asList, asObject } from '../../protocol/json.ts';
import { newNoticed } from '../../protocol/read/form.ts';
import { readTask } from '../../protocol/read/task.ts';
import { isTerminal, type TaskState } from '../../protocol/task-state.ts';
import type { SettledEnd, SettledEnds } from '../../store/settled-ends.ts';
import type { GatewayState } from '../gateway-state.ts';
import type { Peer } from '../peer.ts';
import type { Final } from '../protect/follower.ts';
import type { TaskEntry } from './task-book.ts';

/** How soon what was told is written, in ms. */
const WRITE_AFTER_MS = 200;
/** An end that takes more as JSON, in UTF-16 code units, is not kept. */
const MOST_KEPT = 256 * 1024;

/** Ends that callers were told before the gateway was started anew, and where those of now are written down for the next. */
export class ToldEnds {
  readonly #state: GatewayState | undefined;
  readonly #before = new Map<string, Final>();
  #waiting: SettledEnd[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(state: GatewayState | undefined) {
    this.#state = state;
  }

  /** Takes over what was told of the tasks of these peers. */
  async load(peers: readonly Peer[]): Promise<void> {
    const { ends } = this.#state ?? {};
    if (ends === undefined) return;
    for (const peer of peers) await this.#loadOf(peer, ends);
  }

  /** What a caller was told of a task before this gateway was started. */
  find(peer: Peer, owner: string, taskId: string): Final | undefined {
    return this.#before.get(keyOf(nameOf(peer), owner, taskId));
  }

  /** A caller is being told this end. */
  keep(peer: Peer, { owner, at }: TaskEntry, taskId: string, { state, task, verified, streamed }: Final): void {
    if (this.#state === undefined) return;
    const protoParts = at.dialect !== '1.0' && at.binding === 'HTTP+JSON';
    const body = { state, verified, streamed, protoParts, ...(task === undefined ? {} : { task: task.raw }) };
    if (JSON.stringify(body).length > MOST_KEPT) return;
    this.#waiting.push({ peer: nameOf(peer), owner, taskId, at: Date.now(), body });
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  /** Writes what waits. Never rejects: a failure is told, and what could not be written is tried again with the next. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      const waiting = this.#waiting;
      this.#waiting = [];
      try {
        await this.#state?.ends.write(waiting);
      } catch (error) {
        this.#waiting = [...waiting, ...this.#waiting].slice(-MOST_WAITING);
        this.#state?.onError(error);
      }
    });
    return this.#writing;
  }

  async #loadOf(peer: Peer, ends: SettledEnds): Promise<void> {
    for (const { owner, taskId, body } of await ends.read(nameOf(peer))) {
      const final = finalOf(body);
      if (final !== undefined) this.#before.set(keyOf(nameOf(peer), owner, taskId), final);
    }
  }
}

const MOST_WAITING = 10_000;

/** Under which name what is known of an agent outlives that of its mount. */
function nameOf({ paths }: Peer): string {
  return paths.target.href;
}

function keyOf(peer: string, owner: string, taskId: string): string {
  return [peer, owner, taskId].join('\n');
}

function finalOf(body: unknown): Final | undefined {
  const kept = asObject(body);
  const state = kept?.['state'] as TaskState | undefined;
  if (kept === undefined || !isTerminal(state)) return undefined;
  const raw = asObject(kept['task']);
  // What there is to notice was told when it came.
  const task = raw === undefined ? undefined : readTask(raw, newNoticed(kept['protoParts'] === true));
  const streamed = asList(kept['streamed']).map(asObject);
  return { state, task, verified: kept['verified'] === true, streamed: streamed.filter((one) => one !== undefined) };
}
