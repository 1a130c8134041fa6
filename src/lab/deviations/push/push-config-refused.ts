import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { on } from '../parts/operations.ts';

export const pushConfigRefused = defineDeviation({
  name: 'push-config-refused',
  title: 'declares push notifications and refuses every config',
  shows: 'a caller that was going to be called has to stay and watch',
  rules: ['push/config-rejected'],
  create: () => ({
    exchange: on(['push-set', 'push-get', 'push-list', 'push-delete'], async () => {
      throw new Fault('unsupported-operation', 'Push notifications are not implemented.');
    }),
  }),
});
