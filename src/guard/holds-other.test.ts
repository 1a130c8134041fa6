import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AssembledArtifact } from '../lifecycle/assembly.ts';
import type { Part } from '../protocol/model.ts';
import { holdsOther } from './holds-other.ts';

describe('a text of a completed task, against what a stream brought of it that told the end', () => {
  const texts = (...pieces: readonly string[]): Part[] => pieces.map((text) => ({ text }));
  const brought = (since: AssembledArtifact['since'], ...pieces: readonly string[]): AssembledArtifact => ({
    artifact: { artifactId: 'a1', parts: [] },
    parts: texts(...pieces),
    behind: false,
    since,
  });

  it('ends with it, where the stream was joined in its midst', () => {
    assert.equal(holdsOther(texts('one two ', 'three'), brought('chunk', 'two ', 'three')), false);
    assert.equal(holdsOther(texts('one ', 'two two ', 'three three'), brought('chunk', 'two ', 'three')), true);
    assert.equal(holdsOther(texts('one two three four'), brought('chunk', 'two ', 'three')), true);
  });

  it('is it, where the stream brought its begin', () => {
    assert.equal(holdsOther(texts('one two'), brought('begin', 'one ', 'two')), false);
    assert.equal(holdsOther(texts('one two', 'two'), brought('begin', 'one ', 'two')), true);
  });

  it('may be shorter, as a subscription repeats things, and longer than a snapshot, which may be old', () => {
    assert.equal(holdsOther(texts('one two'), brought('begin', 'one ', 'one ', 'two')), false);
    assert.equal(holdsOther(texts('one lost two'), brought('snapshot', 'one ', 'two')), false);
  });

  it('is compared only with text', () => {
    assert.equal(holdsOther([{ text: 'one two' }, { raw: 'AA==' }], brought('chunk', 'three')), false);
    assert.equal(holdsOther([{ text: 'a file of text', filename: 'a.txt' }], brought('begin', 'a')), false);
  });
});
