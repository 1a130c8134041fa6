import type { Verdict } from '../../lifecycle/verdict.ts';

export type Concluded = Extract<Verdict, { readonly kind: 'settled' | 'contradicted' | 'unconfirmed' | 'running' }>;

/** On what an end rests that is told although nothing has verified it yet. */
export const TOLD_BY_AGENT = 'as the agent told it; reads have not verified it';

/** On what `canceled` rests where something of the task came behind it. */
const RAN_ON = 'as reads show it; its stream went on behind that, so the work may go on';

/** On what an end rests, by what reads have made of it. @param ranOn it is `canceled`, and the task went on behind that */
export function outcomeWords(verdict: Concluded, ranOn = false): string {
  if (ranOn) return RAN_ON;
  switch (verdict.kind) {
    case 'settled':
      return 'verified by reads';
    case 'unconfirmed':
      return verdict.why === 'purged'
        ? 'as the agent told it; reads were told that there is no such task'
        : 'as the agent told it; reads have not shown it';
    case 'running':
      return 'as reads show it; it has not come to rest';
    case 'contradicted': {
      const { by, task, before } = verdict;
      if (by === 'content') return 'as the newest read shows it; reads have shown it with different contents';
      if (before.state === task.state) return 'as the newest read shows it; reads have shown the task at work again';
      return `as the newest read shows it; reads have shown ${before.state}, too`;
    }
  }
}
