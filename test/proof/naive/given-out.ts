import type { TaskSeen } from '../../../src/protocol/observation.ts';
import { contentOf, sameContent } from './content.ts';
import type { Given } from './course.ts';
import { at, type Definitions } from './definition.ts';
import { namedState } from './names.ts';
import { isFirstAnswer, isSend } from './turns.ts';

/** What becomes of the ids under which tasks are given out. */
export const GIVEN_OUT: Definitions = {
  'task/id-reused': at(['task'], (seen, course, place) => {
    const { messageId, taskId } = seen.vantage.request;
    if (!isSend(seen) || messageId === undefined || taskId !== undefined) return undefined;
    const given = course.elsewhere(place).given(seen.task.id);
    if (given === undefined || given.messageId === messageId || !isFirstAnswer(course, place)) return undefined;
    return isNew(given, seen) ? 'certain' : 'suspected';
  }),
};

/** Whether the end of the task was known before the message was sent, and was another. */
function isNew({ end }: Given, { task, vantage }: TaskSeen): boolean {
  if (end === undefined || end.received >= vantage.asked) return false;
  if (namedState(end) !== task.state) return true;
  return end.kind === 'task' && !sameContent(contentOf(end.task.artifacts), contentOf(task.artifacts));
}
