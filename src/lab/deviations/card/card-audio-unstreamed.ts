import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onCard } from '../parts/cards.ts';
import { on, stacked } from '../parts/operations.ts';

export const cardAudioUnstreamed = defineDeviation({
  name: 'card-audio-unstreamed',
  title: 'takes and gives live audio, and cannot stream',
  shows: 'a caller begins a conversation that the agent has no way to hold',
  rules: ['contract/streaming-only-mode'],
  gravity: 'warning',
  create: () => ({
    exchange: stacked(
      onCard((card) => ({
        ...card,
        streaming: false,
        inputModes: ['text/plain', 'audio/pcm'],
        outputModes: ['text/plain', 'audio/pcm'],
      })),
      on(['stream', 'subscribe'], async () => {
        throw new Fault('unsupported-operation', 'Streaming is not supported.');
      }),
    ),
  }),
});
