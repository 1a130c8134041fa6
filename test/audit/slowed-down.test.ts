import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../src/audit/audit.ts';
import type { AuditReport } from '../../src/audit/audit-report.ts';
import { type LabPeer, startLab } from '../../src/lab/index.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

/** How slow the one read is: far slower than a bound of those times allows for, or than any that came before. */
const SLOW_MS = 90;

/** Passes everything on to an agent, as `delay` has it. */
async function startSlowed(agent: string, delayMs: (call: string) => number): Promise<{ url: string; server: Server }> {
  const server = createServer(async (asked, answer) => {
    const body = await text(asked);
    await sleep(delayMs(body));
    const { host: _, ...headers } = asked.headers;
    const passed = request(new URL(asked.url ?? '/', agent), { method: asked.method ?? 'GET', headers });
    passed.on('response', async (given) => {
      const { 'content-length': _length, 'transfer-encoding': _coding, ...rest } = given.headers;
      answer.writeHead(given.statusCode ?? 502, rest);
      if (/stream/.test(given.headers['content-type'] ?? '')) given.pipe(answer);
      else answer.end((await text(given)).replaceAll(new URL(agent).host, asked.headers.host ?? ''));
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    passed.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Slows the first read down that comes after the caller has listened in vain. */
function slowAfterSilence(): (call: string) => number {
  let last = 0;
  let done = false;
  return (call) => {
    if (!call.includes('"GetTask"')) return 0;
    const now = performance.now();
    const isAfterSilence = last > 0 && now - last > SHORT_TIMES.silenceMs;
    last = now;
    if (done || !isAfterSilence) return 0;
    done = true;
    return SLOW_MS;
  };
}

describe('an audit on a machine that becomes slower after it has waited', () => {
  let peer: LabPeer;
  let slowed: { url: string; server: Server };
  let report: AuditReport;
  before(async () => {
    peer = await startLab({ deviations: ['interrupt-hidden'], bindings: ['JSONRPC'], stepMs: 100 });
    slowed = await startSlowed(peer.url, slowAfterSilence());
    report = await audit(slowed.url, { prompts: promptsFor(20), times: SHORT_TIMES, only: ['ask-streaming'] });
  });
  after(async () => {
    slowed.server.closeAllConnections();
    slowed.server.close();
    await peer.close();
  });

  it('waits again, for as long as the slower one takes, before it says that a stream told all', () => {
    assert.ok(report.pace.boundMs > 2 * SHORT_TIMES.leastBoundMs, 'it has become slower');
    const played = report.scenarios.find(({ id }) => id === 'ask-streaming');
    assert.equal(played?.status, 'broken');
    assert.ok(report.findings.some(({ rule, severity }) => rule === 'stream/silent' && severity === 'error'));
  });
});
