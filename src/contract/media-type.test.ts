import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { common, fits, mayBeSame } from './media-type.ts';

describe('two media types may be the same', () => {
  it('whatever their letters, ranges and the parameters that only one of them names', () => {
    for (const [a, b] of [
      ['text/plain', 'Text/PLAIN'],
      ['text/plain', 'text/*'],
      ['*/*', 'audio/pcm'],
      ['audio/pcm', 'audio/pcm;rate=16000'],
      ['text/plain; charset="utf-8"', 'text/plain;charset=UTF-8'],
    ] as const) {
      assert.ok(mayBeSame(a, b), `${a} ${b}`);
      assert.ok(mayBeSame(b, a), `${b} ${a}`);
    }
  });

  it('where one is a word that is no media type, and may mean it', () => {
    assert.ok(mayBeSame('text', 'text/markdown'));
    assert.ok(mayBeSame('file', 'application/pdf'));
    assert.ok(mayBeSame('data', 'application/json'));
    assert.ok(!mayBeSame('text', 'audio/pcm'));
    assert.ok(!mayBeSame('image', 'text/plain'));
  });

  it('but not where a parameter of both differs, or their types do', () => {
    assert.ok(!mayBeSame('audio/pcm;rate=16000', 'audio/pcm;rate=8000'));
    assert.ok(!mayBeSame('text/plain', 'text/html'));
    assert.ok(!mayBeSame('text/*', 'image/*'));
  });
});

describe('what two lists have in common', () => {
  it('is in the order of the first, and as narrow as either says', () => {
    assert.deepEqual(common(['image/*', 'text/plain'], ['text/plain', 'image/png', 'image/gif']), [
      'image/png',
      'image/gif',
      'text/plain',
    ]);
  });

  it('is the other list where one says nothing, and anything where both do', () => {
    assert.deepEqual(common([], ['text/plain']), ['text/plain']);
    assert.deepEqual(common(['text/plain'], []), ['text/plain']);
    assert.equal(common([], []), undefined);
    assert.deepEqual(common(['text/plain'], ['audio/pcm']), []);
  });

  it('fits in both', () => {
    const modes = fc.array(fc.constantFrom('text/plain', 'text/*', 'audio/pcm;rate=8000', 'audio/pcm', '*/*', 'text'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(modes, modes, (wanted, offered) => {
        for (const one of common(wanted, offered) ?? []) {
          assert.ok(fits(wanted, one));
          assert.ok(fits(offered, one));
        }
      }),
    );
  });
});
