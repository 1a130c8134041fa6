import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startLab } from '../../../src/lab/index.ts';
import { type GatewayApart, type Held, startApart } from '../../gateway/apart.ts';
import { open } from '../../gateway/raw.ts';
import { Speaker } from '../../gateway/scenario.ts';

/** `PROBITY_SOAK_S` sets how long; 30 minutes unless given. */
const SOAK_MS = Number(process.env['PROBITY_SOAK_S'] ?? 1_800) * 1_000;
const AT_ONCE = Number(process.env['PROBITY_SOAK_STREAMS'] ?? 1_000);
/** Streams live for one to seven steps. */
const STEP_MS = Number(process.env['PROBITY_SOAK_STEP_MS'] ?? 6_000);
const AGENTS = [
  'honest',
  'no-terminal',
  'mute-stream',
  'events-after-end',
  'zombie-cancel',
  'shifting-artifacts',
  'answer-lost',
  'odd-framing',
];
const SAMPLES = 20;
const REMEMBERED_MS = 600_000;

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** What befalls the callers of a soak. */
class Callers {
  readonly harm: string[] = [];
  seen = 0;
  left = 0;
  readonly #urls: readonly string[];
  #number = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** One task after the other until the time is over; one of five leaves half-way, politely or not. */
  async go(until: number): Promise<void> {
    // Not all at once.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 7 * STEP_MS));
    while (performance.now() < until) await this.#one(this.#number++);
  }

  async #one(number: number): Promise<void> {
    const agent = AGENTS[number % AGENTS.length];
    const speaker = new Speaker(`${this.#urls[number % this.#urls.length]}/`, '1.0', 'JSONRPC');
    const { url, ...rest } = speaker.request(speaker.stream(`slow ${1 + (number % 7)}`, `message-${number}`));
    const began = performance.now();
    const response = await open(url, rest).catch((error: Error) => {
      this.harm.push(`message-${number}, ${agent}: ${error.message} after ${Math.round(performance.now() - began)} ms`);
    });
    if (response === undefined) return;
    const leave = (): void => void (number % 2 === 0 ? response.destroy() : response.socket.resetAndDestroy());
    const leaves = number % 5 === 0 ? setTimeout(leave, Math.random() * 3 * STEP_MS) : undefined;
    let text = '';
    try {
      for await (const chunk of response) text += chunk;
    } catch {
      if (leaves === undefined) this.harm.push(`message-${number}, ${agent}: broken off`);
      else this.left++;
    }
    clearTimeout(leaves);
    const ended = /TASK_STATE_(?:COMPLETED|CANCELED|FAILED)|"error"/.test(text);
    if (leaves === undefined && !ended) this.harm.push(`message-${number}, ${agent}: no end`);
    if (/TASK_STATE_COMPLETED.*\n.*"artifactUpdate"/s.test(text)) this.harm.push(`message-${number}, ${agent}: late`);
    this.seen++;
  }
}

// Agents of all kinds, callers that leave and reset at random: nothing is left of them, and no stream was left without an end.
it('keeps a thousand streams going, and holds nothing of those that are over', {
  timeout: SOAK_MS + 300_000,
}, async (t) => {
  const labs = await Promise.all(
    AGENTS.map((name) => startLab({ stepMs: STEP_MS, deviations: [{ name, probability: 0.7 }] })),
  );
  let gateway: GatewayApart | undefined;
  try {
    const peers = labs.map((lab, index) => ({ name: `agent-${index}`, target: lab.url }));
    const limits = { requestsPerSecond: 0, maxStreamsPerCaller: 5_000, shutdownMs: 1_000, maxTasks: 500 };
    // All else as it is by default: a thousand streams are not to be read as often as a test would.
    const bounds = { silence: { ms: 5_000, source: 'profile' } as const };
    const started = await startApart({ peers, limits, bounds });
    gateway = started;
    const { url } = started;
    const callers = new Callers(peers.map(({ name }) => `${url}/${name}`));
    const until = performance.now() + SOAK_MS;
    const samples: Held[] = [];
    const measuring = (async () => {
      for (let sample = 1; sample <= SAMPLES; sample++) {
        await new Promise((resolve) => setTimeout(resolve, SOAK_MS / (SAMPLES + 1)));
        const held = await started.measure();
        samples.push(held);
        const shown = Object.entries(held).map(([name, value]) => `${name} ${Math.round(value)}`);
        t.diagnostic(`${callers.seen} streams over, ${callers.left} left by their callers; ${shown.join(', ')}`);
      }
    })();
    await Promise.all([measuring, ...Array.from({ length: AT_ONCE }, () => callers.go(until))]);
    const rest = await started.close();
    assert.deepEqual(callers.harm.slice(0, 10), [], `${callers.harm.length} incidents`);
    assert.ok(callers.seen > AT_ONCE, `${callers.seen} streams were seen to their end`);
    assert.equal(rest.sockets, 0);
    // What is remembered for ten minutes is complete by the middle of a whole run; from there on nothing grows. How much
    // is open at a moment depends on how busy the machine is, so what counts is the most of the first half.
    if (SOAK_MS / 2 < REMEMBERED_MS) return;
    const of = (name: keyof Held, from: number, to: number) =>
      samples.slice(from * SAMPLES, to * SAMPLES).map((held) => held[name]);
    for (const name of ['heapMb', 'sockets', 'timers'] as const) {
      const [before, after] = [Math.max(...of(name, 0, 0.5)), middle(of(name, 0.75, 1))];
      assert.ok(after < before * 1.2 + 20, `${name} grew from ${before} to ${after}`);
    }
  } finally {
    gateway?.kill();
    await Promise.all(labs.map((lab) => lab.close()));
  }
});
