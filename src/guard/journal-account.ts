import { randomUUID } from 'node:crypto';
import { anchoredClock } from '../http/clock.ts';
import type { DelegationEntry, DelegationJournal, DelegationProgress } from '../store/journal.ts';
import { safeKey, safeUrl } from '../trust/interface-key.ts';
import type { CourseMemory } from './course-memory.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { GuardError } from './guard-error.ts';
import type { StopReason } from './outcome.ts';
import type { Peer } from './peer.ts';

/** How long an artifact may have been delivered before that is saved. What isn't may be delivered again. */
const DELIVERED_MS = 200;

/** What is said of a delegation when it begins. */
interface Beginning {
  readonly messageId: string;
  readonly timeoutMs: number;
  readonly idempotencyKey: string | undefined;
}

/** What has to be known of a delegation if another process is to take it up. */
export interface SavedState {
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  readonly stopped: StopReason | undefined;
}

/** Keeps the account of one delegation with the journal: whatever happens to this process, it can be taken up again. */
export class JournalAccount {
  readonly #journal: DelegationJournal | undefined;
  readonly #id: string;
  #open: boolean;
  #known: SavedState = { taskId: undefined, contextId: undefined, stopped: undefined };
  #delivering: NodeJS.Timeout | undefined;

  /** @param entry what the journal holds of it already */
  constructor(journal: DelegationJournal | undefined, entry?: DelegationEntry) {
    this.#journal = journal;
    this.#id = entry?.id ?? (journal === undefined ? '' : randomUUID());
    this.#open = entry !== undefined;
  }

  /**
   * The first message is about to be sent.
   *
   * @throws GuardError `not-saved`
   */
  async begin(
    { target, agent, key, plan, plannedBy }: Peer,
    { messageId, timeoutMs, idempotencyKey }: Beginning,
  ): Promise<void> {
    if (this.#journal === undefined) return;
    const { explain: _, ...saved } = plan;
    const at = Math.round(anchoredClock());
    await this.#orNothing(
      this.#journal.begin({
        id: this.#id,
        begunAt: at,
        deadlineAt: Math.round(at + timeoutMs),
        target: safeUrl(target),
        agentName: agent.name,
        key: safeKey(key),
        plan: saved,
        plannedBy,
        idempotencyKey,
        message: { messageId, at, question: undefined },
        taskId: undefined,
        contextId: undefined,
        fence: undefined,
        delivered: {},
      }),
    );
    this.#open = true;
  }

  /**
   * An answer to the question of a task is about to be sent.
   *
   * @throws GuardError `not-saved`
   */
  async answer(messageId: string, question: string, timeoutMs: number): Promise<void> {
    if (this.#journal === undefined || !this.#open) return;
    const at = Math.round(anchoredClock());
    const message = { messageId, at, question };
    await this.#orNothing(this.#journal.update(this.#id, { message, deadlineAt: Math.round(at + timeoutMs) }));
  }

  /** Saves what is known by now, if that is news. Resolves when it is saved, or can't be: the task goes on all the same. */
  save(known: SavedState): Promise<void> | undefined {
    if (this.#journal === undefined || !this.#open) return undefined;
    const { taskId, contextId, stopped } = known;
    const before = this.#known;
    if (taskId === before.taskId && contextId === before.contextId && stopped === before.stopped) return undefined;
    this.#known = known;
    const fence = stopped === undefined ? undefined : { because: stopped, at: Math.round(anchoredClock()) };
    return this.#update({ taskId, contextId, fence });
  }

  /** The caller is told something; of artifacts it is noted which ones it has. */
  told({ kind }: DelegationEvent, { delivery }: CourseMemory): void {
    if (kind !== 'artifact' || this.#journal === undefined || !this.#open) return;
    this.#delivering ??= setTimeout(() => {
      this.#delivering = undefined;
      const digests = Array.from(delivery.delivered, ([id, { digest }]) => [id, digest ?? null] as const);
      void this.#update({ delivered: Object.fromEntries(digests) });
    }, DELIVERED_MS).unref();
  }

  /** The task waits for its caller, for as long as that takes; it is known what became of all that was sent to it. */
  wait(): void {
    void this.#update({ message: undefined, deadlineAt: undefined });
  }

  /** It is over, and the caller is being told. That is noted behind it: told twice is better than never. */
  end(): void {
    clearTimeout(this.#delivering);
    if (this.#journal === undefined || !this.#open) return;
    this.#open = false;
    const { journal, id } = { journal: this.#journal, id: this.#id };
    setImmediate(() => journal.end(id).catch(ignore));
  }

  #update(progress: DelegationProgress): Promise<void> | undefined {
    if (!this.#open) return undefined;
    return this.#journal?.update(this.#id, progress).catch(ignore);
  }

  async #orNothing(saving: Promise<void>): Promise<void> {
    try {
      await saving;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new GuardError(`The delegation could not be saved, so nothing was sent: ${why}`, {
        code: 'not-saved',
        cause,
      });
    }
  }
}

/** The journal has told of it where it is to be told. */
function ignore(): void {}
