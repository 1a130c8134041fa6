import { V1 } from '../../lifecycle/revision.ts';
import { asList } from '../../protocol/json.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { said } from './authority.ts';
import { newCard } from './sample-cards.ts';

export const noCacheHeaders: CardRule = {
  id: 'card/no-cache-headers',
  title: 'The card is served without a word on how long it holds',
  severity: 'note',
  basis: said('8.6.1', V1, 'Cards should be served with a Cache-Control header that has a max-age, and with an ETag.'),
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'Callers fetch the card again and again, or go on by an old one.',
  remedy: 'Send Cache-Control with max-age, and an ETag made from the card.',
  about: 'content',
  *check({ source: { headers }, raw }) {
    if (headers === undefined || asList(raw['supportedInterfaces']).length === 0) return;
    const control = headers['cache-control'] ?? '';
    // A server that forbids keeping it has said how long it holds.
    const lasting = /max-age|no-store|no-cache/i.test(control) || headers['expires'] !== undefined;
    const comparable =
      headers['etag'] !== undefined || headers['last-modified'] !== undefined || /no-store/i.test(control);
    const missing = [...(lasting ? [] : ['Cache-Control with max-age']), ...(comparable ? [] : ['ETag'])];
    if (missing.length > 0) yield { pointer: '', because: `the answer has no ${missing.join(' and no ')}` };
  },
  pair: {
    raises: { value: newCard(), headers: { 'content-type': 'application/json' } },
    nearMiss: { value: newCard(), headers: { 'cache-control': 'public, max-age=300', etag: '"1"' } },
  },
};
