import { defineDeviation } from '../../deviation.ts';
import { onReads } from '../parts/reads.ts';

export const artifactListedTwice = defineDeviation({
  name: 'artifact-listed-twice',
  title: 'shows each artifact twice under one id when a task is read',
  shows: 'a caller that adds up what it finds has the result twice',
  rules: ['settle/duplicate-artifacts', 'settle/disputed', 'stream/diverges-from-task'],
  create: () => ({
    exchange: onReads((task) => ({ ...task, artifacts: task.artifacts?.flatMap((each) => [each, each]) })),
  }),
});
