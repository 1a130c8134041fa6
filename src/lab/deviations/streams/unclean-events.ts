import { defineDeviation } from '../../deviation.ts';
import { withFraming } from '../parts/framing.ts';

export const uncleanEvents = defineDeviation({
  name: 'unclean-events',
  title: 'puts a control character before the JSON of every event',
  shows: 'a caller with a strict JSON reader sees a broken stream',
  rules: ['stream/sse-quirk'],
  gravity: 'warning',
  create: () => ({ exchange: withFraming((payload) => `data: \u0001${payload}\n\n`) }),
});
