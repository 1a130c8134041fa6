import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Part } from '../protocol/model.ts';
import type { AssembledArtifact } from './assembly.ts';
import { storedOnce } from './stored-twice.ts';

const parts = (...texts: readonly string[]): readonly Part[] => texts.map((text) => ({ text }));
const textsOf = (some: readonly Part[] | undefined) => some?.map(({ text }) => text);

function brought(since: AssembledArtifact['since'], ...texts: readonly string[]): AssembledArtifact {
  return { artifact: { artifactId: 'a1', parts: [] }, parts: [...parts(...texts)], behind: false, since };
}

describe('what a server has stored twice', () => {
  it('stands behind what was stored before the stream was joined', () => {
    const held = parts('one ', 'two ', 'two ', 'three', 'three');
    assert.deepEqual(textsOf(storedOnce(held, brought('chunk', 'two ', 'three'))), ['one ', 'two ', 'three']);
  });

  it('stands behind the piece that began the artifact', () => {
    const held = parts('one ', 'two ', 'two ', 'three', 'three');
    assert.deepEqual(textsOf(storedOnce(held, brought('begin', 'one ', 'two ', 'three'))), ['one ', 'two ', 'three']);
  });

  it('may have been put down by one who ran ahead of the other', () => {
    const held = parts('one ', 'two ', 'three', 'two ', 'three');
    assert.deepEqual(textsOf(storedOnce(held, brought('chunk', 'two ', 'three'))), ['one ', 'two ', 'three']);
  });

  it('is known again in whatever order the two took turns', () => {
    const piece = fc.constantFrom('a', 'b', 'c');
    const case_ = fc.record({
      head: fc.array(piece, { maxLength: 3 }),
      pieces: fc.array(piece, { minLength: 1, maxLength: 8 }),
      turns: fc.infiniteStream(fc.boolean()),
    });
    fc.assert(
      fc.property(case_, ({ head, pieces, turns }) => {
        const done = [0, 0];
        const held = [...head];
        while ((done[0] ?? 0) < pieces.length || (done[1] ?? 0) < pieces.length) {
          const who = turns.next().value === true ? 0 : 1;
          const at = done[who] ?? 0;
          if (at >= pieces.length) continue;
          held.push(pieces[at] ?? 'a');
          done[who] = at + 1;
        }
        fc.pre(new Set(pieces).size > 1);
        assert.deepEqual(textsOf(storedOnce(parts(...held), brought('chunk', ...pieces))), [...head, ...pieces]);
      }),
    );
  });

  it('is not known of pieces that are all alike, unless the stream was read from their begin', () => {
    assert.equal(storedOnce(parts('.', '.'), brought('chunk', '.')), undefined);
    assert.equal(storedOnce(parts('.', '.', '.', '.'), brought('chunk', '.', '.')), undefined);
    assert.deepEqual(textsOf(storedOnce(parts('.', '.', '.'), brought('begin', '.', '.'))), ['.', '.']);
  });

  it('is not what is held once, or holds something else, or lacks a piece', () => {
    assert.equal(storedOnce(parts('one ', 'two '), brought('begin', 'one ', 'two ')), undefined);
    assert.equal(storedOnce(parts('one ', 'two ', 'three'), brought('chunk', 'two ', 'three')), undefined);
    assert.equal(storedOnce(parts('two ', 'two ', 'three', 'four'), brought('chunk', 'two ', 'three')), undefined);
    assert.equal(storedOnce(parts('one ', 'two ', 'two ', 'three'), brought('chunk', 'two ', 'three')), undefined);
    assert.equal(storedOnce(parts('other ', 'two ', 'two '), brought('begin', 'one ', 'two ')), undefined);
    assert.equal(storedOnce(parts(), brought('begin')), undefined);
  });

  it('is not looked for at any cost, however alike the pieces are', () => {
    let looks = 0;
    const piece = (text: string): Part => ({
      get text() {
        looks++;
        return text;
      },
    });
    const alike = (count: number, last: string) => [...Array.from({ length: count }, () => piece('a')), piece(last)];
    const stream = { ...brought('chunk'), parts: alike(4_000, 'b') };
    assert.equal(storedOnce(alike(8_001, 'c'), stream), undefined);
    assert.ok(looks < 500_000, `${looks} looks at pieces`);
  });
});
