import { defineDeviation } from '../../deviation.ts';
import type { Artifact } from '../../model.ts';
import { onEndedReads } from '../parts/reads.ts';

export const growingArtifacts = defineDeviation({
  name: 'growing-artifacts',
  title: 'adds an artifact to an ended task at every read',
  shows: 'whoever reads once has a part of the result',
  rules: ['settle/unstable-artifacts'],
  create: () => ({
    exchange: onEndedReads((task, read) => ({
      ...task,
      artifacts: [...(task.artifacts ?? []), ...Array.from({ length: read }, (_, i) => extra(i))],
    })),
  }),
});

function extra(i: number): Artifact {
  return { artifactId: `extra-${i}`, name: 'extra', parts: [{ text: `more ${i}`, mediaType: 'text/plain' }] };
}
