import { defineDeviation } from '../../deviation.ts';
import { onReads } from '../parts/reads.ts';

export const artifactAfterCancel = defineDeviation({
  name: 'artifact-after-cancel',
  title: 'shows a new artifact on a canceled task',
  shows: 'work went on behind the cancel, and somebody pays for it',
  rules: ['cancel/artifact-after'],
  create: () => ({
    exchange: onReads((task) => {
      if (task.status.state !== 'canceled') return task;
      const late = {
        artifactId: 'late',
        name: 'late',
        parts: [{ text: 'made after the cancel', mediaType: 'text/plain' }],
      };
      return { ...task, artifacts: [...(task.artifacts ?? []), late] };
    }),
  }),
});
