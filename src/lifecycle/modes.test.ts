import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutParameters } from '../protocol/call.ts';
import { takes, takesAll } from './modes.ts';

describe('a list of media types', () => {
  it('takes what it lists, and what a wildcard in it stands for', () => {
    assert.ok(takes(['text/plain'], 'text/plain'));
    assert.ok(takes(['image/*'], 'image/png'));
    assert.ok(takes(['*/*'], 'application/json'));
  });

  it('takes nothing else', () => {
    assert.ok(!takes(['text/plain', 'image/*'], 'application/json'));
    assert.ok(!takes(['image/*'], 'imagery/png'));
    assert.ok(!takesAll(['text/plain'], ['text/plain', 'image/png']));
  });

  it('takes anything where an entry is no media type, since nobody knows what it means', () => {
    assert.ok(takes(['file'], 'image/png'));
  });
});

describe('a media type', () => {
  it('is compared without parameters and case', () => {
    assert.equal(withoutParameters('Text/Plain; charset=utf-8'), 'text/plain');
  });
});
