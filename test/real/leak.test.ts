import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlanBounds } from '../../src/contract/bounds.ts';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import { startLab } from '../../src/lab/index.ts';
import { SHORT } from '../guard/short-bounds.ts';

const COUNT = 20;

/** What keeps the process alive, in order; a look or two may be needed until what has ended is gone. */
async function settled(expected: readonly string[]): Promise<readonly string[]> {
  const wanted = expected.toSorted();
  for (let looks = 0; ; looks++) {
    const found = process
      .getActiveResourcesInfo()
      .filter((name) => name !== 'Immediate')
      .toSorted();
    if (looks === 200 || found.join() === wanted.join()) return found;
    await pause(20);
  }
}

interface Many extends DelegateOptions {
  readonly cancelAtOnce?: boolean;
}

/** What becomes of many delegations at once: the kinds of their outcomes, or the codes of what they reject with. */
async function many(url: string, work: string, { cancelAtOnce, ...options }: Many = {}): Promise<readonly string[]> {
  const kinds = await Promise.all(
    Array.from({ length: COUNT }, async () => {
      const running = delegate(url, work, {
        bounds: BOUNDS,
        aftercareMs: 0,
        ...options,
        onEvent: ({ kind }) => {
          if (kind === 'artifact' && cancelAtOnce) running.cancel();
        },
      });
      try {
        return (await running.outcome).kind;
      } catch (error) {
        return error instanceof Error && 'code' in error ? String(error.code) : String(error);
      }
    }),
  );
  return [...new Set(kinds)];
}

async function listening(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** A machine that is busy with other things may see what was under way at a cancel much later. */
const LONG = { ms: 20_000, source: 'task-class' } as const;
const BOUNDS: Partial<PlanBounds> = { ...SHORT, inFlight: LONG, settleWithin: LONG, cancelWatchMost: LONG };

test('delegations that ended, were aborted or met nobody leave no socket, no timer and no listener', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error): void => void warnings.push(warning);
  process.on('warning', keep);
  const peer = await startLab({ stepMs: 20, bindings: ['JSONRPC'] });
  // A server that accepts connections, and says nothing on them; and a port where nobody listens.
  const mute = await listening();
  const gone = await listening();
  await gone.close();
  const before = await settled([]);
  const { signal } = new AbortController();
  try {
    assert.deepEqual(await many(peer.url, 'hello', { signal }), ['completed']);
    assert.deepEqual(await many(peer.url, 'clarify', { signal }), ['input-required']);
    assert.deepEqual(await many(peer.url, 'slow 500', { cancelAtOnce: true }), ['canceled']);
    assert.deepEqual(await many(gone.url, 'hello', { signal }), ['card-unreachable']);
    assert.deepEqual(await many(mute.url, 'hello', { signal, timeoutMs: 300 }), ['aborted']);

    assert.deepEqual(await settled(before), before);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.deepEqual(warnings, []);
  } finally {
    process.off('warning', keep);
    await peer.close();
    await mute.close();
  }
});
