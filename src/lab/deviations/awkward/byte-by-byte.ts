import { defineDeviation } from '../../deviation.ts';
import { onArtifacts } from '../parts/artifacts.ts';
import { withFraming } from '../parts/framing.ts';

export const byteByByte = defineDeviation({
  name: 'byte-by-byte',
  title: 'sends streams byte by byte, and then three at a time, also within a character',
  shows: 'a caller that reads chunks as text has broken characters in its result',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => {
    const pieces = withFraming((payload) => crumbs(Buffer.from(`data: ${payload}\n\n`)));
    const accents = onArtifacts((artifact) => ({
      ...artifact,
      parts: artifact.parts.map((part) =>
        part.text === undefined ? part : { ...part, text: `„${part.text.trim()}“ 🜁 ` },
      ),
    }));
    return { exchange: (exchange, next) => pieces(exchange, (each) => accents(each, next)) };
  },
});

/** Single bytes at first; all of it so would be a load on whoever tests. */
function crumbs(bytes: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = at < 64 ? 1 : 3;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
