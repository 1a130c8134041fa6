import { defineDeviation } from '../../deviation.ts';
import { onReads } from '../parts/reads.ts';

export const artifactsMissing = defineDeviation({
  name: 'artifacts-missing',
  title: 'streams artifacts and shows none at reads',
  shows: 'a caller that reads the result at the end gets nothing',
  rules: ['stream/diverges-from-task', 'settle/disputed', 'settle/empty-completed'],
  create: () => ({ exchange: onReads((task) => ({ ...task, artifacts: undefined })) }),
});
