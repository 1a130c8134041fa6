import { defineDeviation } from '../../deviation.ts';
import type { Exchange, Handler } from '../../exchange.ts';
import { isEnded } from '../../model.ts';
import { pause } from '../../pause.ts';
import { onCancels, readTask } from '../parts/cancels.ts';

export const slowCancel = defineDeviation({
  name: 'slow-cancel',
  title: 'answers a cancel with working and is canceled a moment later, as agents may',
  shows: 'a caller that believes the answer takes a canceled task for one that goes on',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  knobs: { seconds: { title: 'seconds until the task is canceled', value: 2 } },
  create: ({ knobs, closing }) => {
    const cancelLater = async (exchange: Exchange, next: Handler) => {
      if (await pause(knobs.seconds * 1000, closing)) await next({ ...exchange, signal: closing });
    };
    return {
      exchange: onCancels(async (exchange, next) => {
        const task = await readTask(exchange, next);
        if (task === undefined || isEnded(task.status.state)) return next(exchange);
        void cancelLater(exchange, next);
        return { kind: 'task', task };
      }),
    };
  },
});
