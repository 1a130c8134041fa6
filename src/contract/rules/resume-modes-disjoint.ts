import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';
import { listWords, modesPlace, modesWords } from '../terms/modes-words.ts';

export const resumeModesDisjoint: ContractRule = {
  id: 'contract/resume-modes-disjoint',
  title: 'A question can be answered in no media type that the agent takes',
  severity: 'error',
  basis: invariant(
    'A follow-up is held against the modes that the agent takes, not against those of the first message. A valid answer in another mode fails the task.',
  ),
  certainty: 'certain',
  path: 'answer',
  why: 'The task stops at `input-required`, and every answer that the client has would fail it.',
  remedy: 'Take plain text as an answer, whatever the work itself is made of.',
  *check({ modes, task, abilities, card }) {
    if (modes.followUp?.length !== 0 || modes.input?.length === 0) return;
    const needed = task.needs.includes('multi-turn');
    if (!needed && task.followUp.length === 0) return;
    const wanted = task.followUp.length > 0 ? task.followUp : abilities.input;
    yield {
      effect: needed ? 'refuses' : 'degrades',
      because: `${modesWords('takes', modes)}, and a question can be answered as ${listWords(wanted)}`,
      pointer: modesPlace('input', modes, card),
      givesUp: 'answers to questions of the agent',
    };
  },
  pair: {
    raises: {
      card: cardWith({ defaultInputModes: ['application/pdf'] }),
      task: { input: ['application/pdf'], followUp: ['text/plain'], needs: ['multi-turn'] },
    },
    nearMiss: {
      // Data can be told as text without loss.
      card: cardWith(),
      task: { input: ['text/plain'], followUp: ['application/json'], needs: ['multi-turn'] },
    },
  },
};
