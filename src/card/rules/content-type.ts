import type { CardRule } from '../lint/card-rule.ts';
import { ours } from './authority.ts';
import { newCard } from './sample-cards.ts';

export const contentType: CardRule = {
  id: 'card/content-type',
  title: 'The card is served as something else than JSON',
  severity: 'note',
  basis: ours('A document is what its Content-Type says; clients and proxies are free to go by it.'),
  certainty: 'certain',
  why: 'Clients that look at the type before they read refuse the card.',
  remedy: 'Send `Content-Type: application/json`.',
  about: 'content',
  *check({ source: { headers } }) {
    if (headers === undefined) return;
    const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (/^application\/(json|[\w.-]+\+json)$/.test(type)) return;
    yield { pointer: '', because: type === '' ? 'the answer has no Content-Type' : `the answer is ${type}` };
  },
  pair: {
    raises: { value: newCard(), headers: { 'content-type': 'text/html; charset=utf-8' } },
    nearMiss: { value: newCard(), headers: { 'content-type': 'application/a2a+json; charset=utf-8' } },
  },
};
