import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onFaults } from '../parts/faults.ts';

export const versionMisnamed = defineDeviation({
  name: 'version-misnamed',
  title: 'refuses other versions as invalid requests',
  shows: 'a caller that could speak another version does not learn that it should',
  rules: ['version/wrong-error'],
  gravity: 'warning',
  dialects: ['1.0'],
  create: () => ({
    exchange: onFaults((fault) =>
      fault.reason === 'version-not-supported' ? new Fault('invalid-request', 'Invalid request.') : fault,
    ),
  }),
});
