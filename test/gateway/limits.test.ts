import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { DEFAULT_GATEWAY_LIMITS, type GatewayLimits } from '../../src/gateway/limits.ts';
import { type Binding, type DialectName, startLab } from '../../src/lab/index.ts';
import { matrix } from '../lab/matrix.ts';
import type { RawAnswer } from './raw.ts';
import { Speaker } from './scenario.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

/** Runs a test before an agent of the lab that speaks one dialect over one binding. */
async function limited(
  [dialect, binding]: readonly [DialectName, Binding],
  limits: Partial<GatewayLimits>,
  test: (speaker: Speaker, told: () => { readonly entries: number; readonly left: number }) => Promise<void>,
): Promise<void> {
  const lab = await startLab({ dialect, bindings: [binding], stepMs: 50 });
  try {
    await withGateway(lab.url, { limits, bounds: shortBounds, peer: { opening: 'stream' } }, async ({ url }) => {
      const told = () => {
        const { entries } = lab.ledger;
        return {
          entries: entries.length,
          left: entries.filter(({ kind, by }) => kind === 'stream-close' && by === 'caller').length,
        };
      };
      await test(new Speaker(url + (binding === 'HTTP+JSON' ? '/rest' : '/'), dialect, binding), told);
    });
  } finally {
    await lab.close();
  }
}

/** Checks that an answer is an error as its dialect and binding have one. */
function assertError(
  { status, body }: RawAnswer,
  [dialect, binding]: readonly [DialectName, Binding],
  http: number,
  says: RegExp,
) {
  const json = JSON.parse(body);
  if (binding === 'JSONRPC') {
    assert.deepEqual([status, json.jsonrpc, typeof json.error.code], [200, '2.0', 'number'], body);
    assert.match(json.error.message, says);
  } else if (dialect === '1.0') {
    assert.deepEqual([status, json.error.code, typeof json.error.status], [http, http, 'string'], body);
    assert.match(json.error.message, says);
  } else {
    assert.deepEqual([status, typeof json.code], [http, 'number'], body);
    assert.match(json.message, says);
  }
}

describe('beyond a limit a caller is told so in its own dialect', { concurrency: 4 }, () => {
  for (const cell of matrix) {
    const name = `${cell[0]} over ${cell[1]}`;

    it(`${name}: a body that is too long`, () =>
      limited(cell, { maxBodyBytes: 500 }, async (speaker) => {
        assertError(await speaker.ask(speaker.send('x'.repeat(600), 'm')), cell, 413, /longer than the 500 bytes/);
      }));

    it(`${name}: asking too often`, () =>
      limited(cell, { requestsPerSecond: 0.5 }, async (speaker) => {
        await speaker.ask(speaker.send('message please', 'm'));
        const refused = await speaker.ask(speaker.send('message please', 'n'));
        assertError(refused, cell, 429, /Ask more slowly/);
        assert.equal(refused.headers['retry-after'], '1');
      }));

    for (const [limit, http, says] of [
      ['maxStreamsPerCaller', 429, /keeps 1 streams open for one caller/],
      ['maxStreamsPerPeer', 503, /1 streams open to this agent/],
    ] as const) {
      it(`${name}: ${limit}`, () =>
        limited(cell, { [limit]: 1 }, async (speaker) => {
          const first = await speaker.open(speaker.stream('slow 100', 'm'));
          await once(first, 'data');
          assertError(await speaker.ask(speaker.stream('slow 1', 'n')), cell, http, says);
          first.destroy();
        }));
    }

    it(`${name}: a stream that has lived too long ends with an error, and its agent is freed`, () =>
      limited(cell, { streamTotalMs: 400 }, async (speaker, told) => {
        const { status, body } = await speaker.ask(speaker.stream('slow 1000', 'm'));
        const last = body.trim().split('\n').at(-1) ?? '';
        assert.equal(status, 200);
        assert.match(last, /^data: .*keeps a stream for 400 ms/);
        assertError(
          { status: cell[1] === 'JSONRPC' ? 200 : 504, body: last.slice(6) } as RawAnswer,
          cell,
          504,
          /subscribe to it anew/,
        );
        while (told().left === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      }));
  }
});

it('every limit is told of on the page', () => {
  const page = readFileSync(new URL('../../docs/gateway.md', import.meta.url), 'utf8');
  for (const name of Object.keys(DEFAULT_GATEWAY_LIMITS)) assert.ok(page.includes(`\`${name}\``), name);
});
