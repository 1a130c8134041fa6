import { defineDeviation } from '../../deviation.ts';
import type { Artifact } from '../../model.ts';
import { onEndedReads } from '../parts/reads.ts';

export const shiftingArtifacts = defineDeviation({
  name: 'shifting-artifacts',
  title: 'says completed, but each later read shows changed artifacts',
  shows: 'the result taken at the first read is not the result',
  rules: ['settle/unstable-artifacts'],
  create: () => ({
    exchange: onEndedReads((task, read) => ({ ...task, artifacts: task.artifacts?.map((each) => revise(each, read)) })),
  }),
});

function revise(artifact: Artifact, read: number): Artifact {
  return { ...artifact, parts: [...artifact.parts, { text: `(revision ${read})`, mediaType: 'text/plain' }] };
}
