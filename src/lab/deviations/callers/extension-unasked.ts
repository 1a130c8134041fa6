import { defineDeviation } from '../../deviation.ts';
import { dressed, withHeaders } from '../../http-message.ts';
import { onCard } from '../parts/cards.ts';
import { stacked } from '../parts/operations.ts';
import { onEachEvent } from '../parts/streams.ts';
import { onTasks } from '../parts/tasks.ts';

const uri = 'https://lab.example/extensions/receipts';

export const extensionUnasked = defineDeviation({
  name: 'extension-unasked',
  title: 'uses an extension that its caller has not asked for',
  shows: 'a caller gets data that it knows nothing of',
  rules: ['extension/unsolicited'],
  gravity: 'warning',
  create: () => {
    const metadata = { [`${uri}/receipt`]: { signed: true } };
    return {
      exchange: stacked(
        onCard((card) => ({ ...card, extensions: [...(card.extensions ?? []), { uri, required: false }] })),
        async (exchange, next) => {
          const reply = await next(exchange);
          const name = exchange.dialect === '1.0' ? 'a2a-extensions' : 'x-a2a-extensions';
          return { ...reply, dress: dressed(reply.dress, withHeaders({ [name]: uri })) };
        },
        onTasks((task) => ({ ...task, metadata: { ...task.metadata, ...metadata } })),
        onEachEvent((event) => (event.kind === 'status' || event.kind === 'artifact' ? { ...event, metadata } : event)),
      ),
    };
  },
});
