import { defineDeviation } from '../../deviation.ts';
import { withFraming } from '../parts/framing.ts';

export const bomAndCrlf = defineDeviation({
  name: 'bom-and-crlf',
  title: 'begins streams with a byte order mark and ends lines as Windows does',
  shows: 'a caller whose reader knows only plain line ends sees no event at all',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: withFraming((payload, index) => `${index === 0 ? '\uFEFF' : ''}data: ${payload}\r\n\r\n`),
  }),
});
