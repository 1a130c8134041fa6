import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith, remembering } from '../setting.ts';

const refused = { work: 'order-17', why: 'it broke its word on streaming while it worked on it' };

export const refusedBefore: ContractRule = {
  id: 'contract/refused-before',
  title: 'This very work was withdrawn from the agent before',
  severity: 'error',
  basis: invariant('A task that was refused to an agent is not sent to it again, whatever became of trust meanwhile.'),
  certainty: 'certain',
  path: 'trust',
  why: 'The agent may still be at it: sent again it would be done twice, or fail in the same way.',
  remedy: 'Nothing that the card could say; the client gives the work to another agent, or under a new key.',
  *check({ refusal }) {
    if (refusal !== undefined)
      yield { effect: 'refuses', because: `it was refused before: ${refusal.why}`, pointer: '' };
  },
  pair: {
    raises: { card: cardWith(), trust: remembering({}, refused) },
    nearMiss: { card: cardWith(), trust: { ...remembering({}, refused), work: 'order-18' } },
  },
};
