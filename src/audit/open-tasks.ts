import { setTimeout as sleep } from 'node:timers/promises';
import type { ListSeen } from '../protocol/observation.ts';
import { isTerminal, type TaskState } from '../protocol/task-state.ts';
import type { LeftTask } from './audit-report.ts';
import type { Calls } from './calls.ts';
import { NEWEST_TASKS, taskOfMessage } from './find-by-message.ts';
import type { Course } from './stage.ts';
import { unansweredMessages } from './unanswered-messages.ts';

/** How long a cancel or a read may take once nothing more is to be found out. */
const PATIENCE_MS = 5_000;

/** Refusals of a cancel by which a task is over, unless a read tells otherwise. */
const OVER: ReadonlySet<string> = new Set(['TaskNotCancelable', 'TaskNotFound']);

/** So long after a look among the agent's tasks comes another: what was just sent may not have been begun by then. */
const AGAIN_MS = 500;

interface OpenTask {
  readonly taskId: string;
  readonly scenario: string;
  readonly calls: Calls;
  why: string;
  /** Its cancel was answered in some way. */
  answered: boolean;
  /** The cancel was refused since there is nothing left to be cancelled. */
  over: boolean;
}

/** Cancels what scenarios have left running, and knows what could not be cancelled. */
export class OpenTasks {
  readonly #running: OpenTask[] = [];
  readonly #unfound: LeftTask[] = [];

  /**
   * Cancels the tasks of a scenario that have not ended, those too that were begun by messages which nothing answered.
   *
   * @param calls that are not ended with the audit
   */
  async cancel(courses: readonly Course[], scenario: string, calls: Calls): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    const open = courses.flatMap(({ work }) =>
      work.id === undefined || work.madeUp || work.ended ? [] : [newOpenTask(work.id, scenario, calls)],
    );
    const messages = courses.flatMap(({ work, observations }) =>
      work.id === undefined ? unansweredMessages(observations) : [],
    );
    await Promise.all([
      ...open.map((task) => this.#cancel(task, PATIENCE_MS)),
      this.#seek(messages, scenario, calls, until),
    ]);
  }

  /** What still runs by now, or may, as far as is known. @param lost nobody is there any more who could be asked */
  async left(lost: boolean): Promise<readonly LeftTask[]> {
    const states = await Promise.all(
      this.#running.map(async (task) => ({ task, state: lost && !task.answered ? 'unknown' : await stateOf(task) })),
    );
    const running = states.flatMap(({ task: { taskId, scenario, calls, why }, state }) =>
      state === undefined || isTerminal(state)
        ? []
        : [{ taskId, interface: calls.counterpart.name, scenario, state, why }],
    );
    return [...running, ...this.#unfound];
  }

  /** Cancels the tasks of messages as they are found among the newest, and keeps in mind which were not. */
  async #seek(messages: readonly string[], scenario: string, calls: Calls, until: number): Promise<void> {
    const patience = (): number => Math.max(until - performance.now(), AGAIN_MS);
    const unfound = new Set(messages);
    const cancels: Promise<void>[] = [];
    for (let look = 0; look < 2 && unfound.size > 0; look++) {
      if (look > 0) await sleep(AGAIN_MS);
      const page = await newestTasks(calls, patience());
      if (page === undefined) break;
      for (const messageId of unfound) {
        const task = taskOfMessage(page, messageId);
        if (task === undefined) continue;
        unfound.delete(messageId);
        if (!isTerminal(task.state)) cancels.push(this.#cancel(newOpenTask(task.id, scenario, calls), patience()));
      }
    }
    await Promise.all(cancels);
    for (const messageId of unfound) {
      const why = `a message was sent (id ${messageId}), and no task of it is known; it may run`;
      this.#unfound.push({
        taskId: '',
        messageId,
        interface: calls.counterpart.name,
        scenario,
        state: 'unknown',
        why,
      });
    }
  }

  async #cancel(task: OpenTask, timeoutMs: number): Promise<void> {
    const { taskId, calls } = task;
    let ended = false;
    await calls.ask(
      { operation: 'CancelTask', taskId },
      (seen) => {
        if (seen.kind === 'task') ended = isTerminal(seen.task.state);
        if (seen.kind === 'error') task.over = OVER.has(seen.name);
        if (seen.kind === 'error') task.why = `its cancel was refused as ${seen.name}`;
        if (seen.kind === 'task' || seen.kind === 'error') task.answered = true;
        if (seen.kind === 'failure') task.why = `its cancel was not answered (${seen.reason})`;
      },
      { timeoutMs },
    );
    if (!ended) this.#running.push(task);
  }
}

function newOpenTask(taskId: string, scenario: string, calls: Calls): OpenTask {
  return { taskId, scenario, calls, why: 'it was not cancelled', answered: false, over: false };
}

/** `undefined`: the agent doesn't tell, or this version has no way to ask. */
async function newestTasks(calls: Calls, timeoutMs: number): Promise<ListSeen | undefined> {
  let page: ListSeen | undefined;
  await calls.ask(
    NEWEST_TASKS,
    (seen) => {
      if (seen.kind === 'list') page = seen;
    },
    { timeoutMs },
  );
  return page;
}

/** `undefined`: it is not known, or there is no such task any more. */
async function stateOf({ taskId, calls, over }: OpenTask): Promise<TaskState | undefined> {
  let state: TaskState | undefined;
  await calls.ask(
    { operation: 'GetTask', taskId, historyLength: 0 },
    (seen) => {
      if (seen.kind === 'task') state = seen.task.state;
      if (seen.kind === 'failure' && !over) state = 'unknown';
    },
    { timeoutMs: PATIENCE_MS },
  );
  return state;
}
