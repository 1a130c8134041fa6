import { defineDeviation } from '../../deviation.ts';
import { onArtifacts } from '../parts/artifacts.ts';
import { withFraming } from '../parts/framing.ts';

export const byteByByte = defineDeviation({
  name: 'byte-by-byte',
  title: 'sends streams one byte at a time, also within a character',
  shows: 'a caller that reads chunks as text has broken characters in its result',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => {
    const pieces = withFraming((payload) => [...Buffer.from(`data: ${payload}\n\n`)].map((byte) => Buffer.of(byte)));
    const accents = onArtifacts((artifact) => ({
      ...artifact,
      parts: artifact.parts.map((part) =>
        part.text === undefined ? part : { ...part, text: `„${part.text.trim()}“ 🜁 ` },
      ),
    }));
    return { exchange: (exchange, next) => pieces(exchange, (each) => accents(each, next)) };
  },
});
