import type { Reply } from '../reply.ts';
import type { Stage } from '../stage.ts';
import type { Work } from '../work.ts';

/** What the answer to the cancel of a task at work shows: that it can be cancelled, or that this agent won't. */
export function noteCancel(stage: Stage, work: Work, reply: Reply): void {
  if (reply.kind === 'task') return stage.exercised('cancel');
  if (reply.kind === 'refused') {
    const { name } = reply.error;
    const late = name === 'TaskNotCancelable' && work.ended;
    stage.lacks(
      'cancel',
      late ? 'the task ended before it was cancelled' : `the agent refused the cancel of a task at work: ${name}`,
    );
    return;
  }
  stage.lacks('cancel', 'the cancel was not answered');
}
