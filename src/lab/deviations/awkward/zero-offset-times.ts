import { defineDeviation } from '../../deviation.ts';
import type { Status } from '../../model.ts';
import { onEachEvent } from '../parts/streams.ts';
import { onTasks } from '../parts/tasks.ts';

const changed = <T extends { readonly status: Status }>(each: T): T => ({
  ...each,
  status: { ...each.status, timestamp: each.status.timestamp?.replace(/Z$/, '+00:00') },
});

export const zeroOffsetTimes = defineDeviation({
  name: 'zero-offset-times',
  title: 'writes UTC as an offset of zero, as libraries that keep offsets do',
  shows: 'a caller that looks for a Z finds no time, or takes the answer for malformed',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => {
    const tasks = onTasks(changed);
    const events = onEachEvent((event) => (event.kind === 'status' ? changed(event) : event));
    return { exchange: (exchange, next) => tasks(exchange, (each) => events(each, next)) };
  },
});
