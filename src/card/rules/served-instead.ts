import type { CardAttempt, CardSource } from '../lint/card-source.ts';

/**
 * What was served in the card's place: at a path that is for cards, while no card was found. What an agent's base URL
 * answers is its own business.
 */
export function servedInstead({ attempts = [] }: CardSource, result: CardAttempt['result']): readonly CardAttempt[] {
  if (attempts.some((attempt) => attempt.result === 'found')) return [];
  const ofCards = attempts.filter(({ url }) => url.replace(/[?#].*/s, '').endsWith('.json') || attempts.length === 1);
  return ofCards.filter((attempt) => attempt.result === result);
}
