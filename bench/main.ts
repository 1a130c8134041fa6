// Runs the benchmarks beside this file, or those named on the command line: npm run bench -- [name …]
// Ends with 1 if a target was missed, with 2 if a name is unknown.
import { globSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, formatRows } from './benchmark.ts';

const benchmarks = await loadAll();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  const names = benchmarks.map(({ name }) => name).join(', ');
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${names}`);
  process.exitCode = 2;
} else {
  console.log(describeMachine());
  for (const benchmark of benchmarks) {
    if (wanted.length === 0 || wanted.includes(benchmark.name)) await measure(benchmark);
  }
}

async function loadAll(): Promise<Benchmark[]> {
  const files = globSync('*.bench.ts', { cwd: import.meta.dirname }).sort();
  return await Promise.all(files.map((file): Promise<Benchmark> => import(join(import.meta.dirname, file))));
}

function describeMachine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const cores = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  return `${cores}, ${gibibytes} GiB, ${platform()} ${arch()}, Node.js ${process.versions.node}`;
}

async function measure({ name, run }: Benchmark): Promise<void> {
  console.log(`\n${name}`);
  const rows = await run();
  console.log(formatRows(rows));
  if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
}
