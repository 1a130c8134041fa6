import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchmarkRow, formatRows } from './benchmark.ts';
import { Contender } from './gateway/contender.ts';
import { bursts, drips, idle, reads, sends } from './gateway/load.ts';

/** What this benchmark is called on the command line. */
export const name = 'gateway';

/** How much of everything: `PROBITY_BENCH_SHARE=0.1` runs a tenth. */
const SHARE = Number(process.env['PROBITY_BENCH_SHARE'] ?? 1);
const ROUNDS = 5;
const amount = (whole: number): number => Math.max(1, Math.round(whole * SHARE));

interface Figures {
  readonly unary: number;
  readonly completing: number | undefined;
  readonly burst: number;
  readonly drip: number;
  readonly p50: number;
  readonly p99: number;
  readonly idleKb: number;
}

/**
 * What stands before an agent costs in CPU time, by the operating system's accounting: a bare pass-through that looks at
 * nothing, the official SDK's server in front of its client, and Probity at both levels with its own reads included.
 * Medians of several rounds; all in one run, on one machine and one Node.js.
 */
export async function run(): Promise<readonly BenchmarkRow[]> {
  const agent = await Contender.start('./agent.ts');
  try {
    const bare = await measure('bare', await Contender.start('./bare.ts', agent.url));
    const sdk = await measure('sdk', await Contender.start('./sdk.ts', agent.url), false);
    const watch = await measure('watch', await Contender.start('./probity.ts', agent.url, 'watch'));
    const protect = await measure('protect', await Contender.start('./probity.ts', agent.url, 'protect'));
    return [
      ...plain('bare pass-through', bare),
      ...plain('SDK gateway', sdk),
      ...against('watch', watch, bare, sdk),
      ...against('protect', protect, bare, sdk),
    ];
  } finally {
    await agent.stop();
  }
}

async function measure(which: string, contender: Contender, whole = true): Promise<Figures> {
  const { url } = contender;
  try {
    const cost = async (units: number, load: () => Promise<unknown>): Promise<number> => {
      const all: number[] = [];
      await load();
      for (let round = 0; round < ROUNDS; round++) {
        const before = await contender.spent();
        await load();
        all.push(((await contender.spent()).cpuUs - before.cpuUs) / units);
      }
      return median(all);
    };
    const unary = await cost(amount(4_000), () => reads(url, amount(4_000)));
    const burst = await cost(amount(40) * 2_000, () => bursts(url, amount(40), 2_000));
    let took: readonly number[] = [];
    const drip = await cost(50 * amount(200), async () => {
      took = await drips(url, 50, amount(200));
    });
    const at = (share: number): number => took[Math.floor(took.length * share)] ?? Number.NaN;
    const settled = whole ? await costOfSends(contender, amount(2_000)) : undefined;
    const idleKb = whole ? await memoryOfIdle(contender, amount(2_000)) : Number.NaN;
    return { unary, completing: settled, burst, drip, p50: at(0.5), p99: at(0.99), idleKb };
  } catch (error) {
    throw new Error(`${which} could not be measured`, { cause: error });
  } finally {
    await contender.stop();
  }
}

async function costOfSends(contender: Contender, count: number): Promise<number> {
  await sends(contender.url, Math.ceil(count / 4));
  const before = await contender.spent();
  await sends(contender.url, count);
  return ((await contender.spent()).cpuUs - before.cpuUs) / count;
}

async function memoryOfIdle(contender: Contender, streams: number): Promise<number> {
  const before = await contender.spent();
  const close = await idle(contender.url, streams);
  await sleep(2_000);
  const { rss } = await contender.spent();
  close();
  return (rss - before.rss) / streams / 1_024;
}

function plain(who: string, figures: Figures): readonly BenchmarkRow[] {
  return [
    { name: `${who}: unary`, value: figures.unary, unit: 'µs CPU a call' },
    ...(figures.completing === undefined
      ? []
      : [{ name: 'completing send', value: figures.completing, unit: 'µs CPU' }]),
    { name: 'SSE in bursts', value: figures.burst, unit: 'µs CPU an event' },
    { name: 'SSE, one event a packet', value: figures.drip, unit: 'µs CPU an event' },
    { name: 'latency p50', value: figures.p50, unit: 'µs' },
    { name: 'latency p99', value: figures.p99, unit: 'µs' },
    ...(Number.isNaN(figures.idleKb) ? [] : [{ name: 'idle stream', value: figures.idleKb, unit: 'kB' }]),
  ];
}

function against(level: string, own: Figures, bare: Figures, sdk: Figures): readonly BenchmarkRow[] {
  const most = (named: string, value: number, target: number, unit: string): BenchmarkRow => ({
    name: named,
    value,
    unit,
    target,
    ok: value <= target,
  });
  return [
    ...plain(level, own),
    most(`${level}: unary`, own.unary / bare.unary, 0.85, '× bare'),
    most('unary', own.unary / sdk.unary, 1 / 8, '× SDK gateway'),
    most('completing send', (own.completing ?? 0) / (bare.completing ?? 1), 3, '× bare'),
    most('SSE in bursts', own.burst / bare.burst, 2.4, '× bare'),
    most('SSE in bursts', own.burst / sdk.burst, 1 / 5, '× SDK gateway'),
    most('SSE, one event a packet', own.drip / bare.drip, 1.1, '× bare'),
    most('latency p50 added', own.p50 - bare.p50, 40, 'µs'),
    most('latency p99 added', own.p99 - bare.p99, 1_000, 'µs'),
    most('idle stream', own.idleKb, 35, 'kB'),
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

if (import.meta.main) console.log(formatRows(await run()));
