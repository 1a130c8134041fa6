import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';
import { contentDigest } from './content-digest.ts';

/** Every string there is, and such as JSON and RFC 8785 have to escape. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', 'a\udfff', '\\ud800', '"', '\u2028', '\u0007', '\u{1f600}'),
);

describe('contentDigest', () => {
  it('is the SHA-256 of the content in RFC 8785 JSON, whatever its strings hold', () => {
    fc.assert(
      fc.property(text, text, text, (artifactId, value, filename) => {
        const parts = [{ url: value, filename, mediaType: 'a/b; c=d' }];
        const url = /^[^?#]*/.exec(value)?.[0];
        const content = { artifacts: [[artifactId, [{ value: url, mediaType: 'a/b', kind: 'url', filename }]]] };
        assert.equal(contentDigest([{ artifactId, parts }], undefined), hash('sha256', canonicalJson(content)));
      }),
    );
  });

  it('does not see the order of the members of data', () => {
    const of = (data: unknown) => contentDigest([{ artifactId: 'a', parts: [{ data }] }], undefined);
    assert.equal(of({ a: 1, b: { c: 2, d: '\ud800' } }), of({ b: { d: '\ud800', c: 2 }, a: 1 }));
    assert.notEqual(of({ a: 1 }), of({ a: 2 }));
  });

  it('takes an artifact for another wherever one of its strings is another', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const of = (value: string) => contentDigest([{ artifactId: 'a', parts: [{ text: value }] }], undefined);
        const same = one.toWellFormed() === other.toWellFormed();
        assert.equal(of(one) === of(other), same);
      }),
    );
  });
});
