import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import type { StreamEvent } from '../../model.ts';
import { on } from '../parts/operations.ts';

export const subscribeRefusedLate = defineDeviation({
  name: 'subscribe-refused-late',
  title: 'opens a stream for every subscription and refuses it in there',
  shows: 'a caller that sees a stream open waits for its events and never learns of the error',
  rules: ['stream/late-refusal', 'stream/subscribe-unsupported', 'stream/subscribe-refused'],
  create: () => ({
    exchange: on(['subscribe'], async () => ({ kind: 'stream', events: refuse() })),
  }),
});

async function* refuse(): AsyncGenerator<StreamEvent, void, undefined> {
  yield* [];
  throw new Fault('unsupported-operation', 'This task can’t be subscribed to.');
}
