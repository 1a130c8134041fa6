import type { Card } from '../card.ts';

/** What known callers are told beyond the public card. */
export function extendedCard(card: Card, caller: string | undefined): Card {
  const skill = {
    id: 'members',
    name: 'For known callers',
    description: `Only callers with a token are told of it${caller ? `, ${caller} among them` : ''}.`,
    tags: ['lab'],
    examples: ['hello'],
  };
  return { ...card, skills: [...card.skills, skill] };
}
