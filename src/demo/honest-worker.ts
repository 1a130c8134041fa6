import { setTimeout as sleep } from 'node:timers/promises';
import { TaskState } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor, type ExecutionEventBus, type RequestContext } from '@a2a-js/sdk/server';
import type { Ledger, LedgerEntry } from '../lab/index.ts';

type State = NonNullable<LedgerEntry['state']>;

const WIRE_STATE = {
  working: TaskState.TASK_STATE_WORKING,
  completed: TaskState.TASK_STATE_COMPLETED,
  canceled: TaskState.TASK_STATE_CANCELED,
} as const;

/** A task that is being worked on. */
interface Run {
  readonly contextId: string;
  readonly stop: AbortController;
  /** Resolves when the work on it is over, however it ended. */
  readonly over: Promise<void>;
}

/** Does the work that a message asks for and keeps its word: cancelled work stops before it is said to be canceled. */
export class HonestWorker implements AgentExecutor {
  readonly #stepMs: number;
  readonly #ledger: Ledger;
  readonly #runs = new Map<string, Run>();

  constructor(stepMs: number, ledger: Ledger) {
    this.#stepMs = stepMs;
    this.#ledger = ledger;
  }

  readonly execute = async ({ taskId, contextId, userMessage }: RequestContext, bus: ExecutionEventBus) => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const stop = new AbortController();
    this.#runs.set(taskId, { contextId, stop, over });
    const { messageId } = userMessage;
    this.#ledger.add({ kind: 'request', taskId, messageId });
    this.#ledger.add({ kind: 'run', taskId, messageId, state: 'working' });
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: { state: TaskState.TASK_STATE_SUBMITTED, timestamp: new Date().toISOString(), message: undefined },
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    this.#tell(bus, taskId, contextId, 'working');
    try {
      const text = userMessage.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(' ');
      await this.#work(Number(/\d+/.exec(text)?.[0] ?? 3), taskId, contextId, bus, stop.signal);
      this.#ledger.add({ kind: 'run', taskId, state: 'completed' });
      this.#tell(bus, taskId, contextId, 'completed');
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      this.#ledger.add({ kind: 'run', taskId, state: 'canceled' });
    } finally {
      this.#runs.delete(taskId);
      resolve();
    }
  };

  readonly cancelTask = async (taskId: string, bus: ExecutionEventBus) => {
    const run = this.#runs.get(taskId);
    if (run === undefined) return;
    run.stop.abort();
    await run.over;
    this.#ledger.add({ kind: 'answer', operation: 'cancel', taskId, state: 'canceled' });
    this.#tell(bus, taskId, run.contextId, 'canceled');
  };

  /** Stops all work. */
  stop(): void {
    for (const { stop } of this.#runs.values()) stop.abort();
  }

  async #work(pieces: number, taskId: string, contextId: string, bus: ExecutionEventBus, signal: AbortSignal) {
    for (let piece = 0; piece < pieces; piece++) {
      const text = { $case: 'text', value: `tick ${piece} ` } as const;
      const part = { content: text, metadata: undefined, filename: '', mediaType: 'text/plain' };
      const about = { artifactId: 'slow', name: 'slow', description: '', metadata: undefined, extensions: [] };
      this.#ledger.add({ kind: 'frame', operation: 'stream', taskId, event: 'artifact' });
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact: { ...about, parts: [part] },
          append: piece > 0,
          lastChunk: piece === pieces - 1,
          metadata: undefined,
        }),
      );
      await sleep(this.#stepMs, undefined, { signal });
    }
  }

  #tell(bus: ExecutionEventBus, taskId: string, contextId: string, state: keyof typeof WIRE_STATE & State): void {
    this.#ledger.add({ kind: 'frame', operation: 'stream', taskId, event: 'status', state });
    const status = { state: WIRE_STATE[state], timestamp: new Date().toISOString(), message: undefined };
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
  }
}
