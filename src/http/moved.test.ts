import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpHead, HttpRequest } from './http-message.ts';
import { followed } from './moved.ts';

const SENT_ON: HttpHead = {
  status: 307,
  headers: { location: '/on' },
  rawHeaders: [],
  url: 'https://a.example/x',
  asked: 0,
  received: 0,
  remoteAddress: undefined,
};

/** The requests of a call that is sent on every time, after 20 ms. */
async function sent(limits: Partial<HttpRequest>): Promise<HttpRequest[]> {
  const requests: HttpRequest[] = [];
  await followed({ url: SENT_ON.url, ...limits }, async (request) => {
    requests.push(request);
    await wait(20);
    return SENT_ON;
  });
  return requests;
}

test('a call that is sent on has what is left of its time, and never no limit', async () => {
  const requests = await sent({ totalTimeoutMs: 1_000_000, headersTimeoutMs: 30 });
  assert.equal(requests.length, 4);
  const [first, second, third, last] = requests.map(({ totalTimeoutMs = 0 }) => totalTimeoutMs);
  assert.equal(first, 1_000_000);
  assert.ok(first > second! && second! > third! && third! > last!, `${[second, third, last]}`);
  assert.equal(requests.at(-1)?.headersTimeoutMs, 1);
});

test('a call without a limit has none where it is sent on', async () => {
  for (const { totalTimeoutMs, headersTimeoutMs } of await sent({ totalTimeoutMs: 0 })) {
    assert.deepEqual([totalTimeoutMs, headersTimeoutMs], [0, undefined]);
  }
});
