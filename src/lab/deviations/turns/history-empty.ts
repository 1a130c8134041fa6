import { defineDeviation } from '../../deviation.ts';
import { isWaiting } from '../../model.ts';
import { onReads } from '../parts/reads.ts';

export const historyEmpty = defineDeviation({
  name: 'history-empty',
  title: 'claims a state transition history and shows none while it waits for input',
  shows: "the caller is asked for something and can't read what",
  rules: ['history/empty-on-input-required'],
  create: () => {
    const reads = onReads((task) => (isWaiting(task.status.state) ? { ...task, history: undefined } : task));
    return {
      exchange: async (exchange, next) => {
        const reply = await reads(exchange, next);
        if (reply.kind !== 'card') return reply;
        const capabilities = { ...reply.card.capabilities, stateTransitionHistory: true };
        return { ...reply, card: { ...reply.card, stateTransitionHistory: true, capabilities } };
      },
    };
  },
});
