import { V1 } from '../../lifecycle/revision.ts';
import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';
import { listWords, modesPlace, modesWords } from '../terms/modes-words.ts';

export const noCommonInputMode: ContractRule = {
  id: 'contract/no-common-input-mode',
  title: 'The agent takes the work in no media type in which it can be given',
  severity: 'error',
  basis: invariant(
    'Input modes of a skill override those of the card. A part in none of them may be refused, or fail the task.',
    '4.4.5, 3.3.4',
    V1,
  ),
  certainty: 'certain',
  path: 'send',
  why: 'The first message would be refused, or taken and the task failed over it.',
  remedy:
    'List every media type that each skill really takes. A list of its own replaces the defaults, it does not add.',
  *check({ modes, task, abilities, card }) {
    if (modes.input?.length !== 0) return;
    const wanted = task.input.length > 0 ? task.input : abilities.input;
    const because = `${modesWords('takes', modes)}, and the work can be given as ${listWords(wanted)}`;
    yield { effect: 'refuses', because, pointer: modesPlace('input', modes, card) };
  },
  pair: {
    raises: {
      card: cardWith({ skills: [{ id: 'work', name: 'Work', description: '', tags: [], inputModes: ['audio/wav'] }] }),
      task: { input: ['text/plain'] },
    },
    nearMiss: { card: cardWith({ defaultInputModes: ['audio/wav', 'text/*'] }), task: { input: ['text/plain'] } },
  },
};
