import type { Stage } from '../stage.ts';
import type { Work } from '../work.ts';

/** Cancels a task at work: the answer shows that it can be cancelled, or that this agent won't. */
export async function cancelAtWork(stage: Stage, work: Work): Promise<void> {
  const reply = await work.cancel();
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
