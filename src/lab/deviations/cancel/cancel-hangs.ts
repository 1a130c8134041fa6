import { defineDeviation } from '../../deviation.ts';
import { aborted } from '../../pause.ts';
import { onCancels } from '../parts/cancels.ts';

export const cancelHangs = defineDeviation({
  name: 'cancel-hangs',
  title: 'never answers a cancel, and works on',
  shows: 'a caller that waits for the answer neither gets rid of the task nor goes on',
  rules: ['cancel/hangs', 'cancel/ignored'],
  create: () => ({
    exchange: onCancels(async ({ signal }) => {
      await aborted(signal);
      return { kind: 'drop' };
    }),
  }),
});
