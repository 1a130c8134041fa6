import type { DelegationEntry, DelegationJournal, DelegationProgress } from '../../src/store/journal.ts';

/** A journal in memory, which shows what a file would hold at any moment. */
export class MemoryJournal implements DelegationJournal {
  readonly #entries = new Map<string, DelegationEntry>();
  fails = false;
  /** What every call waits for. */
  gate: Promise<void> = Promise.resolve();

  constructor(left: readonly DelegationEntry[] = []) {
    for (const entry of left) this.#entries.set(entry.id, entry);
  }

  /** What a process finds that comes after this one, if it ended now. */
  ifItEndedNow(): MemoryJournal {
    return new MemoryJournal(JSON.parse(JSON.stringify(this.entries)));
  }

  get entries(): readonly DelegationEntry[] {
    return [...this.#entries.values()];
  }

  async begin(entry: DelegationEntry): Promise<void> {
    await this.gate;
    if (this.fails) throw new Error('the disk is full');
    this.#entries.set(entry.id, entry);
  }

  async update(id: string, progress: DelegationProgress): Promise<void> {
    await this.gate;
    if (this.fails) throw new Error('the disk is full');
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#entries.set(id, { ...entry, ...progress });
  }

  async end(id: string): Promise<void> {
    this.#entries.delete(id);
  }

  async takeOver(): Promise<readonly DelegationEntry[]> {
    return this.entries;
  }
}
