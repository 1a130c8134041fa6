import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BenchmarkRow } from './benchmark.ts';

/** What this benchmark is called on the command line. */
export const name = 'guard';

const RATIO_TARGET = 0.85;
const MORE_REQUESTS = 2;
const DELEGATIONS = 2_000;
const MEMORY_TARGET_MB = 600;

type Figures = Readonly<Record<string, number>>;

/**
 * What the guard costs beside the official SDK's client, both from the URL of an agent to a result, the guard's verifying
 * reads included; and what many delegations at once take. Agent and callers are processes of their own. Measured are an
 * agent that one has worked with before, and reads that verify after 50 ms instead of a second.
 */
export async function run(): Promise<BenchmarkRow[]> {
  const agent = fork(scriptOf('peer-process'));
  const [{ url }] = (await once(agent, 'message')) as [{ url: string }];
  try {
    const cpu = await figuresOf('cpu-process', [url], agent);
    const memory = await figuresOf('memory-process', [url, String(DELEGATIONS)], agent, onOneCore());
    const more = (cpu['requests-guarded'] ?? Number.NaN) - (cpu['requests-plain'] ?? Number.NaN);
    const rssMb = Math.round(memory['rssMb'] ?? Number.NaN);
    return [
      ...[5, 50].flatMap((events) => rowsOf(events, cpu)),
      atMost('requests more for a task of one event', more, '', MORE_REQUESTS),
      atMost(`memory of ${memory['open']} delegations at once, one core`, rssMb, 'MB', MEMORY_TARGET_MB),
    ];
  } finally {
    agent.disconnect();
  }
}

function rowsOf(events: number, cpu: Figures): BenchmarkRow[] {
  const ratio = cpu[`ratio-${events}`] ?? Number.NaN;
  return [
    atMost(`CPU of a task of ${events} events`, ratio, '× the SDK’s client', RATIO_TARGET),
    { name: '', value: cpu[`ms-${events}`] ?? Number.NaN, unit: 'ms' },
  ];
}

function atMost(title: string, value: number, unit: string, target: number): BenchmarkRow {
  return { name: title, value, unit, target, ok: value <= target };
}

/** Runs a script beside the agent until it tells its figures; what it wants to know of the agent is passed on. */
async function figuresOf(
  script: string,
  args: readonly string[],
  agent: ChildProcess,
  prefix: readonly string[] = [],
): Promise<Figures> {
  const [command = process.execPath, ...before] = [...prefix, process.execPath];
  const child = fork(scriptOf(script), args, { execPath: command, execArgv: before });
  const pass = (answer: unknown): void => void child.send(answer as object);
  const figures = new Promise<Figures>((resolve, reject) => {
    child.on('message', (message: { readonly figures?: Figures }) => {
      if (message.figures !== undefined) resolve(message.figures);
      else {
        agent.once('message', pass);
        agent.send('count');
      }
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it had told anything.`)));
  });
  return await figures;
}

/** What makes a process keep to one core, where the machine can do that. */
function onOneCore(): readonly string[] {
  const { error } = spawnSync('taskset', ['--version']);
  return error === undefined ? ['taskset', '-c', '0'] : [];
}

function scriptOf(script: string): string {
  return join(import.meta.dirname, 'guard', `${script}.ts`);
}
