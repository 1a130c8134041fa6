import { defineDeviation } from '../../deviation.ts';
import { pause } from '../../pause.ts';
import { on } from '../parts/operations.ts';

export const sendCutOff = defineDeviation({
  name: 'send-cut-off',
  title: 'has a proxy that cuts every send off that takes too long, while the task runs on',
  shows: 'a caller that sends again has two tasks and knows neither',
  rules: ['task/send-cut-off'],
  gravity: 'warning',
  knobs: { seconds: { title: 'seconds that a send may take', value: 60 } },
  create: ({ knobs, closing }) => ({
    exchange: on(['send'], async (exchange, next) => {
      const body = '<html><head><title>504 Gateway Time-out</title></head></html>';
      const cut = async () => {
        await pause(knobs.seconds * 1000, exchange.signal, closing);
        return { kind: 'raw', status: 504, type: 'text/html', body } as const;
      };
      return Promise.race([next({ ...exchange, signal: closing }), cut()]);
    }),
  }),
});
