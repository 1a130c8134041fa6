import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listenForInterruption } from './interruption.ts';

test('the first signal asks, and one right behind it is the same one', () => {
  const interruption = listenForInterruption(() => assert.fail('nobody insisted'));
  try {
    assert.equal(interruption.exitCode, undefined);
    assert.equal(interruption.signal.aborted, false);
    process.emit('SIGINT', 'SIGINT');
    assert.equal(interruption.exitCode, 130);
    assert.equal(interruption.signal.aborted, true);
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGTERM', 'SIGTERM');
    assert.equal(interruption.exitCode, 130);
  } finally {
    interruption.stop();
  }
});

test('signals are left to their default again', () => {
  const before = process.listenerCount('SIGINT');
  listenForInterruption(() => undefined).stop();
  assert.equal(process.listenerCount('SIGINT'), before);
});
