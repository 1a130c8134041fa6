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

  it('are fresh while their servers allow, for ten seconds at most, and not at all where nothing is said', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    const http = createHttpClient();
    const cards = cardsFor({ http });
    const keep = (url: string, headers: Readonly<Record<string, string>>) => {
      cards?.keep(url, {}, { url, text: '{}', headers });
    };
    keep('https://a.example/', { 'cache-control': 'max-age=3600' });
    keep('https://b.example/', {});
    const fresh = () => ['https://a.example/', 'https://b.example/'].map((url) => cards?.find(url, {})?.fresh);
    assert.deepEqual(fresh(), [true, false]);
    t.mock.timers.tick(9_999);
    assert.deepEqual(fresh(), [true, false]);
    t.mock.timers.tick(1);
    assert.deepEqual(fresh(), [false, false]);
    await http.close();
  });

  it('are not kept past an address policy of its caller', () => {
    assert.equal(cardsFor({ allow: anyAddress }), undefined);
    assert.notEqual(cardsFor({}), undefined);
  });
});
