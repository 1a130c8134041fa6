import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCardCache } from '../card/discovery/card-cache.ts';
import { anyAddress } from '../http/address-policy.ts';
import { createHttpClient } from '../http/http-client.ts';
import { cardsFor } from './known-cards.ts';

describe('the cards of a delegation', () => {
  it('are kept where its caller says', () => {
    const cards = createCardCache();
    assert.equal(cardsFor({ cards }), cards);
  });

  it('are kept with its HTTP client, and apart from those of another', async () => {
    const [one, other] = [createHttpClient(), createHttpClient()];
    assert.equal(cardsFor({ http: one }), cardsFor({ http: one }));
    assert.notEqual(cardsFor({ http: one }), cardsFor({ http: other }));
    await Promise.all([one.close(), other.close()]);
  });

  it('are not kept past an address policy of its caller', () => {
    assert.equal(cardsFor({ allow: anyAddress }), undefined);
    assert.notEqual(cardsFor({}), undefined);
  });
});
