import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../../../src/gateway/gateway.ts';
import { startLab } from '../../../src/lab/index.ts';
import { open } from '../../gateway/raw.ts';
import { Speaker } from '../../gateway/scenario.ts';
import { shortBounds } from '../../gateway/short-bounds.ts';

/** `PROBITY_SOAK_S` sets how long; 30 minutes unless given. */
const SOAK_MS = Number(process.env['PROBITY_SOAK_S'] ?? 1_800) * 1_000;
const AT_ONCE = Number(process.env['PROBITY_SOAK_STREAMS'] ?? 1_000);
const AGENTS = [
  'honest',
  'no-terminal',
  'mute-stream',
  'events-after-end',
  'zombie-cancel',
  'shifting-artifacts',
  'odd-framing',
];

const heapMb = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
/** The runner has pipes of its own. */
const handles = (): readonly string[] => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));

// Agents of all kinds, callers that leave at random: in the end nothing is left of them, and no stream was left without an end.
it('keeps a thousand streams going, and holds nothing of those that are over', {
  timeout: SOAK_MS + 300_000,
}, async () => {
  const labs = await Promise.all(
    AGENTS.map((name) => startLab({ stepMs: 200, deviations: [{ name, probability: 0.7 }] })),
  );
  const peers = labs.map((lab, index) => ({ name: `agent-${index}`, target: lab.url }));
  const limits = { requestsPerSecond: 0, maxStreamsPerCaller: 5_000, shutdownMs: 1_000, maxTasks: 2_000 };
  const bounds = { ...shortBounds, settleWithin: { ms: 10_000, source: 'profile' } as const };
  const gateway = await startGateway({ port: 0, peers, limits, bounds });
  await gateway.ready;
  const until = performance.now() + SOAK_MS;
  const harm: string[] = [];
  let heapBefore = 0;
  let seen = 0;

  const once = async (number: number): Promise<void> => {
    const speaker = new Speaker(`${gateway.urlOf(`agent-${number % peers.length}`)}/`, '1.0', 'JSONRPC');
    const { url, ...rest } = speaker.request(speaker.stream(`slow ${1 + (number % 7)}`, `message-${number}`));
    const response = await open(url, rest);
    const leaves = number % 5 === 0 ? setTimeout(() => response.destroy(), number % 900) : undefined;
    let text = '';
    try {
      for await (const chunk of response) text += chunk;
    } catch {
      if (leaves === undefined) harm.push(`message-${number}: broken off`);
    }
    clearTimeout(leaves);
    if (leaves === undefined && !/TASK_STATE_(?:COMPLETED|CANCELED|FAILED)|"error"/.test(text))
      harm.push(`message-${number}: no end`);
    seen++;
  };
  let number = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        await once(number++);
        if (heapBefore === 0 && performance.now() > until - SOAK_MS * 0.75) heapBefore = heapMb();
      }
    }),
  );
  const heapAfter = heapMb();
  await gateway.close();
  await Promise.all(labs.map((lab) => lab.close()));
  // Sockets are gone a moment after they were destroyed.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  assert.deepEqual(harm.slice(0, 10), []);
  assert.ok(seen > AT_ONCE, `${seen} streams were seen to their end`);
  assert.ok(heapAfter < heapBefore * 2 + 64, `the heap grew from ${heapBefore} to ${heapAfter} MB`);
  assert.deepEqual(handles(), []);
});
