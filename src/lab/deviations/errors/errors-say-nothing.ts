import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onFaults } from '../parts/faults.ts';

export const errorsSayNothing = defineDeviation({
  name: 'errors-say-nothing',
  title: 'gives no reason with its refusals',
  shows: 'nobody learns what to do about it',
  rules: ['error/opaque-message'],
  gravity: 'warning',
  create: () => ({ exchange: onFaults(({ reason }) => new Fault(reason, '')) }),
});
