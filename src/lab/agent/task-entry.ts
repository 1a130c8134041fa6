import { randomUUID } from 'node:crypto';
import { isEnded, type Message, type Part, type State, type StreamEvent, type Task } from '../model.ts';
import { applyEvent } from './apply-event.ts';
import { EventFeed } from './event-feed.ts';

export type OnEvent = (entry: TaskEntry, event: StreamEvent) => void;

/** A task with its subscribers. What it publishes changes the task first and reaches every subscriber in one order. */
export class TaskEntry {
  /** Whose task it is; nobody else sees it. */
  readonly owner: string;
  #task: Task;
  readonly #feeds = new Set<EventFeed>();
  readonly #onEvent: OnEvent;
  /** Stops the run that works on the task, if one does. */
  #run = new AbortController();

  constructor(task: Task, owner: string, onEvent: OnEvent) {
    this.#task = task;
    this.owner = owner;
    this.#onEvent = onEvent;
  }

  get task(): Task {
    return this.#task;
  }

  /** A new feed that starts with the task as it is. */
  subscribe(gone: AbortSignal): EventFeed {
    const feed = new EventFeed(gone, (ended) => this.#feeds.delete(ended));
    if (!gone.aborted) this.#feeds.add(feed);
    feed.push({ kind: 'task', task: this.#task });
    return feed;
  }

  /** Applies the event and tells everybody. Nothing is published behind an end state. */
  publish(event: StreamEvent): void {
    if (isEnded(this.#task.status.state)) return;
    this.#task = applyEvent(this.#task, event);
    for (const feed of this.#feeds) feed.push(event);
    this.#onEvent(this, event);
    if (event.kind === 'status' && event.final) for (const feed of this.#feeds) feed.end();
  }

  setState(state: State, text?: string): void {
    const { id: taskId, contextId } = this.#task;
    const message =
      text === undefined ? undefined : agentMessage([{ text, mediaType: 'text/plain' }], contextId, taskId);
    // Streams close when the agent waits for input, but stay open while it waits for a login (§7.6.1, §11.7).
    const final = isEnded(state) || state === 'input-required';
    this.publish({ kind: 'status', taskId, contextId, status: { state, message, timestamp: now() }, final });
  }

  addPart(artifactId: string, part: Part, place: { append: boolean; lastChunk: boolean }): void {
    const { id: taskId, contextId } = this.#task;
    this.publish({
      kind: 'artifact',
      taskId,
      contextId,
      artifact: { artifactId, name: artifactId, parts: [part] },
      ...place,
    });
  }

  /** Files a message of the caller; subscribers are not told of it. */
  hear(message: Message): void {
    this.#task = applyEvent(this.#task, { kind: 'message', message });
  }

  /** The signal of a new run, which replaces the one before. */
  startRun(): AbortSignal {
    this.#run = new AbortController();
    return this.#run.signal;
  }

  stopRun(): void {
    this.#run.abort();
  }
}

/** A message of the agent. */
export function agentMessage(parts: readonly Part[], contextId: string, taskId?: string): Message {
  return { messageId: randomUUID(), role: 'agent', parts, contextId, taskId };
}

/** The time as A2A writes it. */
export function now(): string {
  return new Date().toISOString();
}
