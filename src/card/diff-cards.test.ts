import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { diffCards } from './diff-cards.ts';
import { interfaceAt, newCard, skill } from './rules/sample-cards.ts';

const kindsAndNames = (before: unknown, after: unknown) =>
  diffCards(before, after).map(({ kind, pointer, name }) => [kind, pointer, name]);

describe('the difference of two cards', () => {
  it('is none where only the order of members or skills is another', () => {
    const [one, other] = [skill(), skill({ id: 'proofread' })];
    const card = newCard({ skills: [one, other] });
    const turned = Object.fromEntries(Object.entries(newCard({ skills: [other, one] })).reverse());
    assert.deepEqual(diffCards(card, turned), []);
  });

  it('names what was added, removed and changed, skills by their ids', () => {
    assert.deepEqual(
      kindsAndNames(
        newCard({ skills: [skill(), skill({ id: 'gone' })] }),
        newCard({ skills: [skill({ id: 'new' }), skill({ tags: ['x'] })], version: '3' }),
      ),
      [
        ['changed', '/version', 'version'],
        ['added', '/skills/0', 'skills new'],
        ['changed', '/skills/1/tags', 'skills.tags'],
        ['removed', '/skills/1', 'skills gone'],
      ],
    );
  });

  it('tells that interfaces are preferred in another order', () => {
    const [one, other] = [interfaceAt('https://a.example/'), interfaceAt('https://b.example/')];
    assert.deepEqual(
      kindsAndNames(newCard({ supportedInterfaces: [one, other] }), newCard({ supportedInterfaces: [other, one] })),
      [['changed', '/supportedInterfaces', 'the order of supportedInterfaces']],
    );
  });

  it('is none of a card and itself, and some of any two that differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        assert.deepEqual(diffCards(one, structuredClone(one)), []);
        const same = JSON.stringify(one) === JSON.stringify(other);
        if (same) assert.deepEqual(diffCards(one, other), []);
      }),
    );
  });
});
