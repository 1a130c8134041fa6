import { setTimeout as wait } from 'node:timers/promises';
import type { Task } from '../protocol/model.ts';
import type { Observation, Observe } from '../protocol/observation.ts';
import type { ChannelContext } from './channel-context.ts';

/** Tasks that are looked through, the newest first, and how many of those without a history are read one by one. */
const PAGE = 50;
const MOST_READ = 5;
const HISTORY = 50;
/** A task may take a while to show in a list. */
const ATTEMPTS = 3;

/** A message of ours whose answer nobody has heard. */
export interface LostMessage {
  readonly messageId: string;
  readonly contextId?: string;
}

/**
 * Looks for the task that a message of ours has led to, where the answer was lost (D§4, invariant 7): by listing, where the
 * dialect has it, and by our `messageId` in the history of a task. It never guesses. What it sees of other tasks is not
 * told to the course.
 *
 * @param found gets the id of the task, or `undefined` if there is none to be found
 */
export function recover(
  context: ChannelContext,
  message: LostMessage,
  found: (taskId: string | undefined) => void,
): void {
  const { ask, plan, over } = context;
  const timeoutMs = plan.bounds.answer.ms;
  const contextId = message.contextId ?? context.course.record.contextId;
  const isOurs = (task: Task): boolean =>
    task.history?.some(({ messageId }) => messageId === message.messageId) === true;

  const readThrough = (tasks: readonly Task[], otherwise: () => void): void => {
    const [task, ...rest] = tasks;
    if (task === undefined) return otherwise();
    let ours = false;
    const look: Observe = (seen) => {
      if (seen.kind === 'task') ours ||= isOurs(seen.task) && seen.task.id === task.id;
    };
    const done = (): void => (ours ? found(task.id) : readThrough(rest, otherwise));
    ask({ operation: 'GetTask', taskId: task.id, historyLength: HISTORY }, timeoutMs, done, look);
  };

  const attempt = (left: number): void => {
    let listed: Extract<Observation, { kind: 'list' }> | undefined;
    let hopeless = false;
    const look: Observe = (seen) => {
      if (seen.kind === 'list') listed = seen;
      if (seen.kind === 'failure' && seen.reason === 'unsupported') hopeless = true;
      if (seen.kind === 'error' && (seen.name === 'MethodNotFound' || seen.name === 'UnsupportedOperation'))
        hopeless = true;
    };
    const again = (): void => {
      if (hopeless || left <= 1) found(undefined);
      else wait(plan.bounds.settleGap.ms, undefined, { signal: over }).then(() => attempt(left - 1), ignore);
    };
    const call = {
      operation: 'ListTasks',
      pageSize: PAGE,
      historyLength: HISTORY,
      ...(contextId && { contextId }),
    } as const;
    ask(
      call,
      timeoutMs,
      () => {
        const tasks = listed?.tasks ?? [];
        const ours = tasks.find(isOurs);
        if (ours !== undefined) return found(ours.id);
        readThrough(
          tasks.filter(({ history }) => history === undefined || history.length === 0).slice(0, MOST_READ),
          again,
        );
      },
      look,
    );
  };
  attempt(ATTEMPTS);
}

/** The delegation is over, and nobody asks any more. */
function ignore(): void {}
