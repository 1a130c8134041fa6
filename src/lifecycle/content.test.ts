import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contentDigest } from '../protocol/content-digest.ts';
import type { Part } from '../protocol/model.ts';
import { ARTIFACT } from './artifact-record.ts';
import { differingIn, isEmpty, missingFrom, sameContent } from './compare-content.ts';
import { contentOf, extendsText, newArtifact, takeChunk } from './content.ts';
import { samePrint } from './fingerprint.ts';

const KEY = [7, -9] as const;

function streamed(
  ...chunks: readonly { readonly parts: readonly Part[]; readonly append?: boolean; readonly repeated?: boolean }[]
) {
  const artifact = newArtifact('a', undefined, KEY);
  for (const { parts, append = true, repeated = false } of chunks) takeChunk(artifact, parts, append, repeated, KEY);
  return artifact;
}

function read(...parts: readonly Part[]) {
  const [only] = [contentOf([{ artifactId: 'a', parts }], KEY)];
  assert.ok(only);
  return only;
}

function digest(...parts: readonly Part[]): string {
  return contentDigest([{ artifactId: 'a', parts }], undefined);
}

describe('an artifact that comes in chunks', () => {
  it('is the same however its text was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const whole = read({ text: texts.join('') });
        const pieces = streamed(...texts.map((text) => ({ parts: [{ text }] })));
        assert.ok(sameContent(whole, pieces) || (isEmpty(whole) && isEmpty(pieces)));
      }),
    );
  });

  it('is replaced by a chunk that is not appended', () => {
    const artifact = streamed({ parts: [{ text: 'draft' }] }, { parts: [{ text: 'fair copy' }], append: false });
    assert.ok(samePrint(artifact, read({ text: 'fair copy' })));
  });

  it('differs where a part is of another kind or media type', () => {
    const text = read({ text: 'AAAA' });
    for (const other of [
      { raw: 'AAAA' },
      { url: 'AAAA' },
      { data: 'AAAA' },
      { text: 'AAAA', mediaType: 'text/html' },
    ]) {
      assert.ok(!samePrint(text, read(other)));
    }
  });

  it('holds the same bytes in whichever spelling of base64 they come, and no others', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.uint8Array({ minLength: 1 }), (one, two) => {
        const [bytes, others] = [Buffer.from(one), Buffer.from(two)];
        const padded = bytes.toString('base64');
        for (const raw of [
          bytes.toString('base64url'),
          padded.replace(/=+$/, ''),
          `${padded.slice(0, 3)}\r\n${padded.slice(3)}`,
        ]) {
          assert.ok(samePrint(read({ raw: padded }), read({ raw })), raw);
          assert.equal(digest({ raw: padded }), digest({ raw }));
        }
        const other = others.toString('base64url');
        assert.equal(samePrint(read({ raw: padded }), read({ raw: other })), bytes.equals(others));
        assert.equal(digest({ raw: padded }) === digest({ raw: other }), bytes.equals(others));
      }),
    );
  });

  it('knows whether it has a part at all', () => {
    assert.equal(streamed({ parts: [] }).flags & ARTIFACT.parts, 0);
    assert.equal(streamed({ parts: [{ text: '' }] }).flags & ARTIFACT.parts, ARTIFACT.parts);
  });
});

describe('chunks that repeat what was there', () => {
  it('are kept in two readings: as sent, and taken once', () => {
    const artifact = streamed(
      { parts: [{ text: 'It begins' }] },
      { parts: [{ text: 'It begins, goes on' }] },
      { parts: [{ text: 'It begins, goes on, ends' }] },
    );
    assert.ok(samePrint(artifact, read({ text: 'It beginsIt begins, goes onIt begins, goes on, ends' })));
    assert.equal(artifact.doubt?.cumulative, 2);
    assert.ok(artifact.doubt && samePrint(artifact.doubt.once, read({ text: 'It begins, goes on, ends' })));
  });

  it('are taken once where the same chunk came twice', () => {
    const artifact = streamed(
      { parts: [{ text: 'one ' }] },
      { parts: [{ text: 'two ' }] },
      { parts: [{ text: 'two ' }], repeated: true },
      { parts: [{ text: 'three' }] },
    );
    assert.ok(samePrint(artifact, read({ text: 'one two two three' })));
    assert.ok(artifact.doubt && samePrint(artifact.doubt.once, read({ text: 'one two three' })));
  });
});

describe('text that extends an artifact', () => {
  it('begins with all of it and goes on, however it is cut', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), fc.nat(40), (held, more, cut) => {
        const text = held + more;
        const parts = [{ text: text.slice(0, cut) }, { text: text.slice(cut) }];
        assert.ok(extendsText(read({ text: held }), parts, KEY));
      }),
    );
  });

  it('is neither the same text nor another one', () => {
    const artifact = read({ text: 'held' });
    for (const text of ['held', 'hel', 'other and longer', ''])
      assert.ok(!extendsText(artifact, [{ text }], KEY), text);
  });
});

describe('two contents', () => {
  const list = (...entries: readonly (readonly [string, string])[]) =>
    contentOf(
      entries.map(([artifactId, text]) => ({ artifactId, parts: [{ text }] })),
      KEY,
    );

  it('are the same in any order, and an artifact without content is none', () => {
    assert.ok(sameContent(list(['a', 'x'], ['b', 'y']), list(['b', 'y'], ['a', 'x'], ['c', ''])));
  });

  it('tell which artifact is missing and which differs', () => {
    assert.equal(missingFrom(list(['a', 'x'], ['b', 'y']), list(['a', 'x'])), 'b');
    assert.equal(differingIn(list(['a', 'x'], ['b', 'y']), list(['a', 'x'], ['b', 'z'])), 'b');
    assert.equal(missingFrom(list(['a', '']), undefined), undefined);
  });

  it('are compared in one pass each, also where a peer sends very many artifacts', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => [`a${index}`, 'x'] as const);
    assert.ok(sameContent(list(...many), list(...many.toReversed())));
  });
});
