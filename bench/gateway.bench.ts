import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchmarkRow, formatRows } from './benchmark.ts';
import { Contender } from './gateway/contender.ts';
import { bursts, drips, idle, reads, sends } from './gateway/load.ts';
import { median, Rounds, type Who } from './gateway/rounds.ts';

/** What this benchmark is called on the command line. */
export const name = 'gateway';

/** How much of everything: `PROBITY_BENCH_SHARE=0.1` runs a tenth. */
const SHARE = Number(process.env['PROBITY_BENCH_SHARE'] ?? 1);
const ROUNDS = 7;
const IDLE_STREAMS = 9_500;
const amount = (whole: number): number => Math.max(1, Math.round(whole * SHARE));

/**
 * What stands before an agent costs in CPU time, by the operating system's accounting: a bare pass-through that looks at
 * nothing, nginx where it is there, the official SDK's server in front of its client, and Probity at both levels with its
 * own reads included. All take turns in one run, on one machine and one Node.js: what disturbs one round disturbs all.
 */
export async function run(): Promise<readonly BenchmarkRow[]> {
  const agent = await Contender.start('./agent.ts');
  const contenders = new Map<Who, Contender>();
  try {
    const nginx = process.platform === 'linux' && spawnSync('nginx', ['-v']).error === undefined;
    for (const who of ['bare', ...(nginx ? (['nginx'] as const) : []), 'sdk', 'watch', 'protect'] as const) {
      contenders.set(who, await start(who, agent));
    }
    return [...(await measure(contenders)), ...(await idleRows(agent))];
  } finally {
    for (const contender of contenders.values()) await contender.stop();
    await agent.stop();
  }
}

/** Starts somebody who stands before an agent. */
function start(who: Who, agent: Contender): Promise<Contender> {
  const level = who === 'watch' || who === 'protect';
  return level ? Contender.start('./probity.ts', agent.url, who) : Contender.start(`./${who}.ts`, agent.url);
}

async function measure(contenders: ReadonlyMap<Who, Contender>): Promise<readonly BenchmarkRow[]> {
  const unary = await cost(contenders, amount(4_000), (url) => reads(url, amount(4_000)));
  const sending = new Map([...contenders].filter(([who]) => who !== 'sdk' && who !== 'nginx'));
  const completing = await cost(sending, amount(2_000), (url) => sends(url, amount(2_000)));
  const burst = await cost(contenders, amount(40) * 2_000, (url) => bursts(url, amount(40), 2_000));
  const [p50, p99] = [new Rounds(), new Rounds()];
  const drip = await cost(contenders, 50 * amount(200), async (url, who) => {
    const took = await drips(url, 50, amount(200));
    p50.add(who, took[Math.floor(took.length * 0.5)]);
    p99.add(who, took[Math.floor(took.length * 0.99)]);
  });
  return [
    ...rows('unary, answers that settle nothing', 'µs CPU a call', unary, { bare: 0.85, sdk: 1 / 8 }),
    ...rows('completing send', 'µs CPU', completing, { bare: 3 }),
    ...rows('SSE in bursts', 'µs CPU an event', burst, { bare: 2.4, sdk: 1 / 5 }),
    ...rows('SSE, one event a packet', 'µs CPU an event', drip, { bare: 1.1 }),
    ...latencies('latency p50', p50, 40),
    ...latencies('latency p99', p99, 1_000),
  ];
}

/** CPU of one unit of a load, by turns: every contender gets the load once to warm up, and then once in each round. */
async function cost(
  contenders: ReadonlyMap<Who, Contender>,
  units: number,
  load: (url: string, who: Who) => Promise<unknown>,
): Promise<Rounds> {
  const rounds = new Rounds();
  for (let round = -1; round < ROUNDS; round++) {
    for (const [who, contender] of contenders) {
      const before = await contender.spent();
      await load(contender.url, who);
      const { cpuUs } = await contender.spent();
      if (round >= 0) rounds.add(who, (cpuUs - before.cpuUs) / units);
    }
  }
  return rounds;
}

/** Memory of a stream that says nothing, of a process that has done nothing else. */
async function idleRows(agent: Contender): Promise<readonly BenchmarkRow[]> {
  const all: BenchmarkRow[] = [];
  for (const who of ['bare', 'watch', 'protect'] as const) {
    const contender = await start(who, agent);
    try {
      await reads(contender.url, 200);
      const before = await contender.spent();
      const streams = await idle(contender.url, amount(IDLE_STREAMS));
      // Reads beside streams become rarer with time.
      await sleep(15_000 * Math.min(1, SHARE));
      const kb = ((await contender.spent()).rss - before.rss) / 1_024 / amount(IDLE_STREAMS);
      const title = `an idle stream, ${streams.open()} of ${amount(IDLE_STREAMS)} open: ${who}`;
      all.push(who === 'bare' ? { name: title, value: kb, unit: 'kB' } : atMost(title, kb, 35, 'kB'));
      streams.close();
    } finally {
      await contender.stop();
    }
  }
  return all;
}

function rows(
  title: string,
  unit: string,
  rounds: Rounds,
  targets: Partial<Record<Who, number>>,
): readonly BenchmarkRow[] {
  const ratios = (['watch', 'protect'] as const).flatMap((who) =>
    Object.entries(targets).map(([other, target]) =>
      atMost(
        `${title}: ${who}`,
        rounds.compared(who, other as Who, (own, theirs) => own / theirs),
        target,
        `× ${other}`,
      ),
    ),
  );
  return [...figures(title, unit, rounds), ...ratios];
}

function latencies(title: string, rounds: Rounds, target: number): readonly BenchmarkRow[] {
  const added = (['watch', 'protect'] as const).map((who) =>
    atMost(
      `${title}, added to bare: ${who}`,
      rounds.compared(who, 'bare', (own, theirs) => own - theirs),
      target,
      'µs',
    ),
  );
  return [...figures(title, 'µs', rounds), ...added];
}

function figures(title: string, unit: string, rounds: Rounds): readonly BenchmarkRow[] {
  return rounds.all().map(([who, each]) => ({ name: `${title}: ${who}`, value: median(each), unit }));
}

function atMost(title: string, value: number, target: number, unit: string): BenchmarkRow {
  return { name: title, value, target, unit, ok: value <= target };
}

if (import.meta.main) console.log(formatRows(await run()));
