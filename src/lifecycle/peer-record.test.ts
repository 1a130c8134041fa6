import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { looksUnique, newPeerRecord, rememberFirst } from './peer-record.ts';

describe('what is remembered of a peer', () => {
  it('keeps the first value of a key', () => {
    const { artifactTasks } = newPeerRecord();
    rememberFirst(artifactTasks, 'a', 'first');
    rememberFirst(artifactTasks, 'a', 'second');
    assert.equal(artifactTasks.get('a'), 'first');
  });

  it('is bounded, and forgets the oldest', () => {
    const { artifactTasks } = newPeerRecord();
    for (let key = 0; key < 5_000; key++) rememberFirst(artifactTasks, `k${key}`, 't');
    assert.equal(artifactTasks.size, 4_096);
    assert.ok(!artifactTasks.has('k0') && artifactTasks.has('k4999'));
  });
});

describe('an id', () => {
  it('looks unique if it was made by a generator', () => {
    for (const id of ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'V1StGXR8_Z5jdHi6B-myT']) {
      assert.ok(looksUnique(id), id);
    }
  });

  it('does not if a person chose it, or it counts', () => {
    for (const id of ['result', 'the-final-report-of-the-year', '0', '00000000000000000000001', '']) {
      assert.ok(!looksUnique(id), id);
    }
  });
});
