import { randomUUID } from 'node:crypto';
import { Fault } from '../fault.ts';
import type { PushConfig } from '../model.ts';

/** The web-hooks that callers asked for, by task and config id. */
export class PushConfigs {
  readonly #byTask = new Map<string, Map<string, PushConfig>>();

  /** Keeps the config under its id, or a new one. */
  set(taskId: string, config: PushConfig): PushConfig {
    const kept = { ...config, taskId, id: config.id === '' ? randomUUID() : config.id };
    const ofTask = this.#byTask.get(taskId) ?? new Map<string, PushConfig>();
    this.#byTask.set(taskId, ofTask.set(kept.id, kept));
    return kept;
  }

  /** @throws Fault `task-not-found` if there is none, which is what the text asks for (1.0 §3.1.8). */
  get(taskId: string, id: string | undefined): PushConfig {
    const [first] = this.list(taskId);
    const config = id === undefined ? first : this.#byTask.get(taskId)?.get(id);
    if (config === undefined) throw new Fault('task-not-found', `No such push notification config on task ${taskId}.`);
    return config;
  }

  list(taskId: string): readonly PushConfig[] {
    return [...(this.#byTask.get(taskId)?.values() ?? [])];
  }

  delete(taskId: string, id: string | undefined): void {
    if (id !== undefined) this.#byTask.get(taskId)?.delete(id);
  }

  forget(taskId: string): void {
    this.#byTask.delete(taskId);
  }
}
