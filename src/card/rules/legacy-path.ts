import { V1, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import type { CardSource } from '../lint/card-source.ts';
import { said } from './authority.ts';
import { newCard, oldCard } from './sample-cards.ts';

const NEW = '/.well-known/agent-card.json';
const OLD = '/.well-known/agent.json';

export const legacyPath: CardRule = {
  id: 'card/legacy-path',
  title: 'The card is only at the path that 0.2 had for it',
  severity: 'warning',
  basis: said('8.2, 14.3', V1, 'The well-known URI of a card ends in /.well-known/agent-card.json.'),
  perDialect: {
    '0.3': { basis: said('5.3', V03, 'The recommended location is /.well-known/agent-card.json.') },
  },
  appliesTo: { dialects: ['0.3', '1.0'] },
  certainty: 'certain',
  why: "Clients that follow the agent's own version don't find its card.",
  remedy: 'Serve the card at /.well-known/agent-card.json too.',
  about: 'content',
  *check({ source }) {
    const [found] = source.attempts?.filter(({ result }) => result === 'found') ?? [];
    const missed = source.attempts?.find(({ url, result }) => pathOf(url).endsWith(NEW) && result !== 'found');
    if (found === undefined || missed === undefined || !pathOf(found.url).endsWith(OLD)) return;
    yield { pointer: '', because: `it is at ${pathOf(found.url)}, and ${pathOf(missed.url)} ${missed.what}` };
  },
  pair: {
    raises: { value: newCard(), attempts: attempts() },
    nearMiss: { value: oldCard({ protocolVersion: '0.2.5' }), attempts: attempts() },
  },
};

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function attempts(): NonNullable<CardSource['attempts']> {
  return [
    { url: `https://agent.example${NEW}`, result: 'status', status: 404, what: 'answered HTTP 404' },
    { url: `https://agent.example${OLD}`, result: 'found', status: 200, what: 'answered with a card' },
  ];
}
