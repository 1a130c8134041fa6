import { isTerminal, type TaskState } from '../protocol/task-state.ts';
import type { LeftTask } from './audit-report.ts';
import type { Calls } from './calls.ts';
import type { Course } from './stage.ts';

/** How long a cancel or a read may take once nothing more is to be found out. */
const PATIENCE_MS = 5_000;

interface OpenTask {
  readonly taskId: string;
  readonly scenario: string;
  readonly calls: Calls;
  why: string;
  /** Its cancel was answered in some way. */
  answered: boolean;
}

/** Cancels what scenarios have left running, and knows what could not be cancelled. */
export class OpenTasks {
  readonly #running: OpenTask[] = [];

  /** Cancels the tasks of a scenario that have not ended. @param calls that are not ended with the audit */
  async cancel(courses: readonly Course[], scenario: string, calls: Calls): Promise<void> {
    const open = courses.flatMap(({ work }) =>
      work.id === undefined || work.madeUp || work.ended
        ? []
        : [{ taskId: work.id, scenario, calls, why: 'it was not cancelled', answered: false }],
    );
    await Promise.all(open.map((task) => this.#cancel(task)));
  }

  /** The tasks that still run by now, as far as is known. @param lost nobody is there any more who could be asked */
  async left(lost: boolean): Promise<readonly LeftTask[]> {
    const states = await Promise.all(
      this.#running.map(async (task) => ({ task, state: lost && !task.answered ? 'unknown' : await stateOf(task) })),
    );
    return states.flatMap(({ task: { taskId, scenario, calls, why }, state }) =>
      state === undefined || isTerminal(state)
        ? []
        : [{ taskId, interface: calls.counterpart.name, scenario, state, why }],
    );
  }

  async #cancel(task: OpenTask): Promise<void> {
    const { taskId, calls } = task;
    let ended = false;
    await calls.ask(
      { operation: 'CancelTask', taskId },
      (seen) => {
        if (seen.kind === 'task') ended = isTerminal(seen.task.state);
        if (seen.kind === 'error') task.why = `its cancel was refused as ${seen.name}`;
        if (seen.kind === 'task' || seen.kind === 'error') task.answered = true;
        if (seen.kind === 'failure') task.why = `its cancel was not answered (${seen.reason})`;
      },
      { timeoutMs: PATIENCE_MS },
    );
    if (!ended) this.#running.push(task);
  }
}

/** `undefined`: it is not known, or there is no such task any more. */
async function stateOf({ taskId, calls }: OpenTask): Promise<TaskState | undefined> {
  let state: TaskState | undefined;
  await calls.ask(
    { operation: 'GetTask', taskId, historyLength: 0 },
    (seen) => {
      if (seen.kind === 'task') state = seen.task.state;
      if (seen.kind === 'failure') state = 'unknown';
    },
    { timeoutMs: PATIENCE_MS },
  );
  return state;
}
