import { defineDeviation } from '../../deviation.ts';
import type { Part } from '../../model.ts';
import { onArtifacts } from '../parts/artifacts.ts';

export const undeclaredOutput = defineDeviation({
  name: 'undeclared-output',
  title: "returns artifacts of a media type that its card doesn't list",
  shows: "the result is of a kind that the caller can't read",
  rules: ['modes/undeclared-output'],
  create: () => ({ exchange: onArtifacts((artifact) => ({ ...artifact, parts: artifact.parts.map(encode) })) }),
});

function encode({ text = '' }: Part): Part {
  const raw = Buffer.from(text).toString('base64');
  return { raw, mediaType: 'application/x-undeclared', filename: 'result' };
}
