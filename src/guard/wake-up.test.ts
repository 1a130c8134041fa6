import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { WakeUp } from './wake-up.ts';

/** How many timers this process holds. */
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('a sleep', () => {
  it('ends after its time, and not before', async () => {
    const wakeUp = new WakeUp();
    for (const ms of [30, 0, 10, -5]) {
      const began = performance.now();
      await wakeUp.sleep(ms);
      assert.ok(performance.now() - began > ms - 1.1);
    }
    wakeUp.close();
  });

  it('ends when something happens, also where that was before it began', async () => {
    const wakeUp = new WakeUp();
    const asleep = wakeUp.sleep(1_000_000);
    wakeUp.call();
    await asleep;
    wakeUp.call();
    await wakeUp.sleep(1_000_000);
    wakeUp.close();
  });

  it('ends in its own time after others that were longer or shorter, with one timer for all', async () => {
    const wakeUp = new WakeUp();
    const before = timers();
    for (const ms of [1_000_000, 20, 1_000_000, 40, 30]) {
      const began = performance.now();
      const asleep = wakeUp.sleep(ms);
      assert.equal(timers(), before + 1);
      if (ms > 1_000) wakeUp.call();
      await asleep;
      if (ms < 1_000) assert.ok(performance.now() - began > ms - 1.1);
    }
    wakeUp.close();
    assert.equal(timers(), before);
  });

  it('is not ended by the timer of one before it that was woken', async () => {
    const wakeUp = new WakeUp();
    const short = wakeUp.sleep(10);
    wakeUp.call();
    await short;
    let over = false;
    const long = wakeUp.sleep(1_000_000).then(() => {
      over = true;
    });
    await wait(30);
    await turn();
    assert.equal(over, false);
    wakeUp.call();
    await long;
    wakeUp.close();
  });

  it('takes the longest times there are', async () => {
    const wakeUp = new WakeUp();
    const asleep = wakeUp.sleep(Number.POSITIVE_INFINITY);
    wakeUp.call();
    await asleep;
    wakeUp.close();
  });
});
