import type { Verdict } from '../../lifecycle/verdict.ts';

type Concluded = Extract<Verdict, { readonly kind: 'settled' | 'contradicted' | 'unconfirmed' | 'running' }>;

/** On what an end rests that is told although nothing has verified it yet. */
export const TOLD_BY_AGENT = 'as the agent told it; reads have not verified it';

/** On what an end rests, by what reads have made of it. */
export function outcomeWords(verdict: Concluded): string {
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
