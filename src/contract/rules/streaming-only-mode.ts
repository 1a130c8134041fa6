import { type ContractRule, invariant } from '../contract-rule.ts';
import { fits } from '../media-type.ts';
import { cardWith } from '../setting.ts';
import { listWords, modesPlace } from '../terms/modes-words.ts';

export const streamingOnlyMode: ContractRule = {
  id: 'contract/streaming-only-mode',
  title: 'A media type is of use only as a stream, and the agent has none',
  severity: 'error',
  basis: invariant(
    'A mode that a kind of task can use only while it flows, and a card that denies streaming, are each valid and together lead nowhere. On a path that the task can do without, the mode is given up.',
  ),
  certainty: 'certain',
  path: 'receive',
  why: 'Live media would arrive when it is of no use any more, and the task could only be abandoned.',
  remedy: 'Declare `capabilities.streaming` where live media is offered, or leave the live media types off the card.',
  *check({ modes, task, stream, still, card }) {
    if (stream.usable || task.streamed.length === 0) return;
    const state = stream.declared ? "the agent's streams are suspect" : 'the card denies streaming';
    for (const kind of ['input', 'output'] as const) {
      const live = (modes[kind] ?? []).filter((mode) => fits(task.streamed, mode));
      if (live.length === 0) continue;
      const list = listWords(live);
      yield {
        effect: still[kind] ? 'degrades' : 'refuses',
        because: `${list} is of use to this task only as a stream, ${still[kind] ? '' : 'nothing else is in common, '}and ${state}`,
        pointer:
          stream.declared || card.capabilities.streaming === false
            ? '/capabilities/streaming'
            : modesPlace(kind, modes, card),
        givesUp: list,
        path: kind === 'input' ? 'send' : 'receive',
      };
    }
  },
  pair: {
    raises: {
      card: cardWith({ capabilities: { streaming: false }, defaultOutputModes: ['audio/pcm'] }),
      task: { output: ['audio/pcm'], streamed: ['audio/pcm'] },
    },
    nearMiss: {
      card: cardWith({ capabilities: { streaming: false }, defaultOutputModes: ['audio/pcm'] }),
      task: { output: ['audio/pcm'] },
    },
  },
};
