import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../src/audit/audit.ts';
import { type LedgerEntry, startLab } from '../../src/lab/index.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

const OPTIONS = { prompts: promptsFor(400), times: SHORT_TIMES };

/** Audits an agent of the lab by some scenarios, until that was seen there. */
async function interruptedAt(
  only: readonly string[],
  test: (entries: readonly LedgerEntry[]) => boolean,
  options: Parameters<typeof startLab>[0] = {},
) {
  const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 300, ...options });
  const stop = new AbortController();
  const auditing = audit(peer.url, { ...OPTIONS, only, signal: stop.signal });
  while (!test(peer.ledger.entries)) await sleep(50);
  stop.abort();
  const report = await auditing;
  await peer.close();
  return { report, ledger: peer.ledger };
}

describe('an audit that is interrupted', { concurrency: 3 }, () => {
  it('makes nothing of the streams that it cut off itself', async () => {
    const { report } = await interruptedAt(
      ['stream-live', 'early-disconnect', 'subscribe-running'],
      (entries) => entries.filter(({ kind }) => kind === 'frame').length >= 12,
    );
    assert.equal(report.ended?.code, 'interrupted');
    assert.deepEqual(
      report.findings.map(({ rule, message }) => `${rule}: ${message}`),
      [],
    );
  });
});
