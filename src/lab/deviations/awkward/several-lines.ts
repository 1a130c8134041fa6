import { defineDeviation } from '../../deviation.ts';
import { withFraming } from '../parts/framing.ts';

export const severalLines = defineDeviation({
  name: 'several-lines',
  title: 'spreads the JSON of each event over several data lines',
  shows: 'a caller that reads one line an event sees broken JSON',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: withFraming((payload) => {
      const lines = JSON.stringify(JSON.parse(payload), null, 1).split('\n');
      return `${lines.map((line) => `data: ${line}`).join('\n')}\n\n`;
    }),
  }),
});
