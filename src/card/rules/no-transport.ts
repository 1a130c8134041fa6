import { V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { oldCard } from './sample-cards.ts';

/** Told of cards that say that they are of 0.3: before it the member was optional, or not there yet. */
export const noTransport: CardRule = {
  id: 'card/no-transport',
  title: 'The card does not say which transport its main URL has',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading: 'The prose asks for `preferredTransport`; the types let it be absent and stand for JSONRPC.',
    clause: '5.6.4, 5.5',
    revision: V03,
  },
  appliesTo: { dialects: ['0.3'] },
  certainty: 'certain',
  why: 'Clients that don’t know of the default find no transport that they speak, and refuse the agent.',
  remedy: 'Write `preferredTransport`, also where it is JSONRPC.',
  about: 'content',
  *check({ raw, layout }) {
    if (layout.old !== '0.3' || raw['preferredTransport'] !== undefined || raw['url'] === undefined) return;
    if (raw['protocolVersion'] === undefined) return;
    yield { pointer: '/url', because: 'there is a main URL and no preferredTransport', dialect: '0.3' };
  },
  pair: {
    raises: { value: oldCard({ preferredTransport: undefined }) },
    nearMiss: { value: oldCard() },
  },
};
