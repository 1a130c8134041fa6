import { V1 } from '../../lifecycle/revision.ts';
import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';
import { listWords, modesPlace, modesWords } from '../terms/modes-words.ts';

const skill = (id: string, mode: string) => ({
  id,
  name: id,
  description: '',
  tags: [],
  inputModes: [mode],
  outputModes: [mode],
});

export const noCommonOutputMode: ContractRule = {
  id: 'contract/no-common-output-mode',
  title: 'The agent gives the result in no media type that can be taken',
  severity: 'error',
  basis: invariant(
    'Output modes of a skill override those of the card, and a skill that takes the work must also give a result that can be used.',
    '4.4.5',
    V1,
  ),
  certainty: 'certain',
  path: 'receive',
  why: 'The task would be completed and paid for, and its result thrown away.',
  remedy:
    'List for each skill what it really gives, and offer a common media type such as text/plain or application/json.',
  *check({ modes, task, abilities, card }) {
    if (modes.output?.length !== 0) return;
    const wanted = task.output.length > 0 ? task.output : abilities.output;
    const elsewhere = card.skills.length > 1 ? ', as does no other skill that takes the work' : '';
    const because = `${modesWords('gives', modes)}, and the result can be taken as ${listWords(wanted)}${elsewhere}`;
    yield { effect: 'refuses', because, pointer: modesPlace('output', modes, card) };
  },
  pair: {
    raises: {
      // Both modes are on the card, and no skill has both.
      card: cardWith({ skills: [skill('transcribe', 'audio/wav'), skill('write', 'text/plain')] }),
      task: { input: ['audio/wav'], output: ['text/plain'] },
    },
    nearMiss: {
      card: cardWith({
        skills: [skill('write', 'text/plain'), { ...skill('transcribe', 'audio/wav'), outputModes: ['text/markdown'] }],
      }),
      task: { input: ['audio/wav'], output: ['text/*'] },
    },
  },
};
