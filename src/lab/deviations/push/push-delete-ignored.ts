import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const pushDeleteIgnored = defineDeviation({
  name: 'push-delete-ignored',
  title: 'goes on calling a web-hook whose config was deleted',
  shows: 'a receiver that was taken down is called, or somebody who has its address by now',
  rules: ['push/after-delete', 'push/still-listed'],
  dialects: ['0.3', '1.0'],
  create: () => ({ exchange: on(['push-delete'], async () => ({ kind: 'done' })) }),
});
