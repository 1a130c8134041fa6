import { pointerTo } from '../../card/pointer.ts';
import { type ContractBreach, type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';
import type { Need } from '../task-class.ts';
import type { Terms } from '../terms/terms.ts';

/** Needs that a card has a flag for. */
const FLAGS = { streaming: 'streaming', push: 'pushNotifications', history: 'stateTransitionHistory' } as const;

export const needDenied: ContractRule = {
  id: 'contract/need-denied',
  title: 'The card denies what the task needs',
  severity: 'error',
  basis: invariant(
    'Declarations gate attempts: what a card denies, by its flag or by saying nothing, is not relied on.',
  ),
  certainty: 'certain',
  path: 'observe',
  why: 'The task would be begun and could then not be followed in the way that it has to be.',
  remedy: 'Declare the capability if the agent has it; callers must not use what a card denies.',
  *check(terms) {
    for (const need of ['streaming', 'push', 'history'] as const) {
      const effect = effectOf(terms, need);
      if (effect === undefined || !isDenied(terms, need)) continue;
      yield {
        effect,
        because: `the task ${effect === 'refuses' ? 'needs' : 'prefers'} ${need}, and the card ${flagOf(terms, need) === false ? 'denies it' : 'does not declare it'}`,
        pointer: pointerTo(['capabilities', FLAGS[need]]),
        givesUp: need,
      };
    }
  },
  pair: {
    raises: { card: cardWith({ capabilities: {} }), task: { needs: ['streaming'] } },
    nearMiss: { card: cardWith({ capabilities: {} }), task: { needs: ['cancel', 'multi-turn'] } },
  },
};

/** What it does to a plan where a need, or a wish, is not met. */
export function effectOf({ task }: Terms, need: Need): ContractBreach['effect'] | undefined {
  if (task.needs.includes(need)) return 'refuses';
  return task.prefers.includes(need) ? 'degrades' : undefined;
}

function flagOf({ card }: Terms, need: keyof typeof FLAGS): boolean | undefined {
  return card.capabilities[FLAGS[need]];
}

/** 1.0 has no flag for history, so a card that says nothing there denies nothing. */
function isDenied(terms: Terms, need: keyof typeof FLAGS): boolean {
  const flag = flagOf(terms, need);
  return need === 'history' && terms.interface?.dialect === '1.0' ? flag === false : flag !== true;
}
