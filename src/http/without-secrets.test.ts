import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { urlsWithoutSecrets, withoutSecrets } from './without-secrets.ts';

describe('a URL that is shown', () => {
  it('has no user, password, query or fragment', () => {
    assert.equal(withoutSecrets('https://u:p@a.example/x?token=t#f'), 'https://a.example/x?…');
    assert.equal(withoutSecrets('https://a.example/x'), 'https://a.example/x');
  });

  it('has none in a sentence or in JSON either, however that escapes it', () => {
    for (const [text, shown] of [
      [
        'Write to https://u:p@a.example/x?token=t, or (http://b.example/?k=1).',
        'Write to https://a.example/x?…, or (http://b.example/?…).',
      ],
      ['{"url":"https://a.example/?k=1","x":1}', '{"url":"https://a.example/?…","x":1}'],
      [String.raw`{"url":"https:\/\/u:p@a.example\/?k=1"}`, '{"url":"https://a.example/?…"}'],
      [String.raw`{"url":"https://a.example/?a=1\u0026token=t"}`, '{"url":"https://a.example/?…"}'],
      [String.raw`"{\"url\":\"wss://u:p@a.example/\"}"`, String.raw`"{\"url\":\"wss://a.example/\"}"`],
      ['https://{tenant}:pw@a.example/?k=1 is a template', 'https://a.example/?… is a template'],
      ['no URL: a?b#c', 'no URL: a?b#c'],
    ] as const) {
      assert.equal(urlsWithoutSecrets(text), shown);
    }
  });

  it('stays as it is shown when it is shown again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, around) => {
        const shown = urlsWithoutSecrets(`${around} ${url} ${around}`);
        assert.equal(urlsWithoutSecrets(shown), shown);
      }),
    );
  });
});
