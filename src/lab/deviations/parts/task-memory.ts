/** What a deviation remembers of the newest tasks. */
export class TaskMemory<T> {
  readonly #byTask = new Map<string, T>();
  readonly #limit: number;

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  get(taskId: string): T | undefined {
    return this.#byTask.get(taskId);
  }

  set(taskId: string, value: T): void {
    if (this.#byTask.size >= this.#limit && !this.#byTask.has(taskId)) {
      const [oldest] = this.#byTask.keys();
      if (oldest !== undefined) this.#byTask.delete(oldest);
    }
    this.#byTask.set(taskId, value);
  }
}

/** Counts per task, from 1. */
export function createCounter(): (taskId: string) => number {
  const counts = new TaskMemory<number>();
  return (taskId) => {
    const count = (counts.get(taskId) ?? 0) + 1;
    counts.set(taskId, count);
    return count;
  };
}
