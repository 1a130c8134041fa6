import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onFaults } from '../parts/faults.ts';

export const errorsAllInternal = defineDeviation({
  name: 'errors-all-internal',
  title: 'tells every refusal as an internal error',
  shows: 'a caller can’t tell what is wrong for good from what may work in a minute',
  rules: ['error/task-not-found', 'error/method-not-found', 'error/parse', 'cancel/wrong-error'],
  create: () => ({ exchange: onFaults(({ message }) => new Fault('internal-error', message)) }),
});
