import { createMonitor } from '../src/lifecycle/monitor.ts';
import { claimsWith } from '../src/lifecycle/peer-facts.ts';
import { newPeerRecord } from '../src/lifecycle/peer-record.ts';
import { newTaskRecord, type TaskRecord } from '../src/lifecycle/record.ts';
import { compileRules } from '../src/lifecycle/rule-table.ts';
import { codecFor } from '../src/protocol/codec-for.ts';
import type { Observation, Vantage } from '../src/protocol/observation.ts';
import { RULES } from '../src/rules/catalogue.ts';
import type { BenchmarkRow } from './benchmark.ts';

/** What this benchmark is called on the command line. */
export const name = 'monitor';

const TASKS = 100_000;
const ROUNDS = 15;
const WARM_UP = 3;

const peer = {
  claims: claimsWith({ streaming: true }),
  rules: compileRules(RULES, '1.0', 'JSONRPC'),
  record: newPeerRecord(),
};

/**
 * What judging an event costs, in multiples of what it costs to parse it: one event for each of 100,000 live tasks, so
 * that every record comes from memory, with all rules of 1.0. Both are measured in turn in one process.
 */
export function run(): BenchmarkRow[] {
  return [
    ...measure('status events', 0.4, (task, round) => statusEvent(task, round)),
    ...measure('artifact events, with fingerprints', 1.0, (task, round) => artifactEvent(task, round)),
  ];
}

function measure(title: string, target: number, eventOf: (task: number, round: number) => string): BenchmarkRow[] {
  const monitor = createMonitor();
  const codec = codecFor('1.0', 'JSONRPC');
  const tasks = Array.from({ length: TASKS }, () => newTaskRecord(peer));
  const vantages = tasks.map((_, task) => vantageOf(task));
  let clock = 1;
  begin(tasks, vantages, monitor, clock);
  const parsing: number[] = [];
  const judging: number[] = [];
  let bytes = 0;
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const texts = tasks.map((_, task) => eventOf(task, round));
    bytes = (texts[0] ?? '').length;
    clock += 250;
    const seen = texts.map((text, task) => decoded(codec, vantages[task] as Vantage, text, clock));
    const parse = time(() => {
      for (const text of texts) JSON.parse(text);
    });
    const judge = time(() => {
      for (let task = 0; task < TASKS; task++) monitor.step(tasks[task] as TaskRecord, seen[task] as Observation);
    });
    if (round < WARM_UP) continue;
    parsing.push(parse);
    judging.push(judge);
  }
  const value = median(judging.map((judge, index) => judge / (parsing[index] ?? 1)));
  return [
    { name: title, value, unit: '× JSON.parse', target, ok: value <= target },
    { name: '', value: Math.round((median(judging) / TASKS) * 1e6), unit: 'ns a step' },
    { name: '', value: bytes, unit: 'bytes an event' },
  ];
}

function begin(
  tasks: readonly TaskRecord[],
  vantages: readonly Vantage[],
  monitor: ReturnType<typeof createMonitor>,
  now: number,
): void {
  tasks.forEach((task, index) => {
    const vantage = vantages[index] as Vantage;
    monitor.step(task, { kind: 'asked', vantage, received: vantage.asked });
    monitor.step(task, { kind: 'open', vantage, received: now });
    const id = taskId(index);
    monitor.step(task, {
      kind: 'task',
      vantage,
      received: now,
      task: {
        id,
        contextId: contextId(index),
        state: 'submitted',
        timestamp: '2026-11-30T07:27:09.628Z',
        statusMessage: undefined,
        artifacts: undefined,
        history: undefined,
        raw: {},
      },
    });
  });
}

function decoded(codec: ReturnType<typeof codecFor>, vantage: Vantage, text: string, received: number): Observation {
  let result: Observation | undefined;
  codec.decodeFrame(vantage, text, received, (seen) => {
    result = seen;
  });
  if (result === undefined) throw new Error('An event of the benchmark could not be decoded.');
  return result;
}

function vantageOf(task: number): Vantage {
  return {
    id: task + 1,
    channel: 'stream',
    operation: 'SendStreamingMessage',
    asked: 0,
    request: { messageId: `m${task}` },
  };
}

function statusEvent(task: number, round: number): string {
  const message = {
    messageId: `c0714537-8aa1-45c3-982f-${String(round).padStart(12, '0')}`,
    role: 'ROLE_AGENT',
    parts: [{ text: 'still at it' }],
  };
  const status = { state: 'TASK_STATE_WORKING', message, timestamp: stamp(round) };
  return envelope({ statusUpdate: { taskId: taskId(task), contextId: contextId(task), status } });
}

function artifactEvent(task: number, round: number): string {
  const text = `tick ${round} `.padEnd(92, 'lorem ipsum ');
  const artifact = { artifactId: 'slow', name: 'slow', parts: [{ text, mediaType: 'text/plain' }] };
  return envelope({
    artifactUpdate: { taskId: taskId(task), contextId: contextId(task), artifact, append: round > 0 },
  });
}

function envelope(result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result });
}

function stamp(round: number): string {
  return new Date(Date.UTC(2026, 10, 30, 7, 27, 10, round)).toISOString();
}

function taskId(task: number): string {
  return `06c99202-e07c-46e7-a936-${String(task).padStart(12, '0')}`;
}

function contextId(task: number): string {
  return `f929c37e-459f-43e4-8ee1-${String(task).padStart(12, '0')}`;
}

function time(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
