import { createHash, randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';
import type { Part } from '../../model.ts';
import { onArtifacts } from '../parts/artifacts.ts';

export const signedUrls = defineDeviation({
  name: 'signed-urls',
  title: 'gives out its results as urls that are signed anew each time they are shown',
  shows: 'a caller that compares two reads of a result finds that they differ',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({ exchange: onArtifacts((artifact) => ({ ...artifact, parts: artifact.parts.map(signed) })) }),
});

function signed(part: Part): Part {
  if (part.text === undefined) return part;
  const name = createHash('sha256').update(part.text).digest('hex').slice(0, 16);
  const url = `https://files.example/${name}.txt?expires=${Date.now()}&signature=${randomUUID()}`;
  return { url, mediaType: 'text/plain', filename: `${name}.txt` };
}
