import { Fault } from '../fault.ts';
import { isEnded, type Task } from '../model.ts';
import type { TaskEntry } from './task-entry.ts';

export interface TaskQuery {
  readonly owner: string;
  readonly contextId?: string | undefined;
  readonly state?: string | undefined;
  readonly updatedAfter?: string | undefined;
}

/** The agent's tasks. Past its limit it forgets an ended one, oldest first. */
export class TaskStore {
  readonly #entries = new Map<string, TaskEntry>();
  readonly #limit: number;
  readonly #onForget: (taskId: string) => void;

  constructor(limit: number, onForget: (taskId: string) => void) {
    this.#limit = limit;
    this.#onForget = onForget;
  }

  add(entry: TaskEntry): void {
    if (this.#entries.size >= this.#limit) this.#forgetOne();
    this.#entries.set(entry.task.id, entry);
  }

  /** @throws Fault `task-not-found`, also of a task that belongs to somebody else */
  find(id: string | undefined, owner: string): TaskEntry {
    const entry = id === undefined ? undefined : this.#entries.get(id);
    if (entry === undefined || entry.owner !== owner)
      throw new Fault('task-not-found', `Task not found: ${id ?? 'no id given'}`);
    return entry;
  }

  /** The tasks that match, last updated first. */
  search({ owner, contextId, state, updatedAfter }: TaskQuery): readonly Task[] {
    return [...this.#entries.values()]
      .reverse()
      .filter((entry) => entry.owner === owner)
      .map(({ task }) => task)
      .filter((task) => contextId === undefined || task.contextId === contextId)
      .filter((task) => state === undefined || task.status.state === state)
      .filter((task) => updatedAfter === undefined || stamp(task) > updatedAfter)
      .sort((a, b) => stamp(b).localeCompare(stamp(a)));
  }

  /** Stops all work. */
  stop(): void {
    for (const entry of this.#entries.values()) entry.stopRun();
  }

  #forgetOne(): void {
    const ended = [...this.#entries.values()].find(({ task }) => isEnded(task.status.state));
    const victim = ended ?? this.#entries.values().next().value;
    if (victim === undefined) return;
    victim.stopRun();
    this.#entries.delete(victim.task.id);
    this.#onForget(victim.task.id);
  }
}

function stamp(task: Task): string {
  return task.status.timestamp ?? '';
}
