import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onFaults } from '../parts/faults.ts';

export const undeclaredInputMisnamed = defineDeviation({
  name: 'undeclared-input-misnamed',
  title: 'refuses media types that it can’t read as an internal error',
  shows: 'a caller that could send something else tries the same again',
  rules: ['modes/wrong-error'],
  gravity: 'warning',
  create: () => ({
    exchange: onFaults((fault) =>
      fault.reason === 'content-type-not-supported' ? new Fault('internal-error', 'Something went wrong.') : fault,
    ),
  }),
});
