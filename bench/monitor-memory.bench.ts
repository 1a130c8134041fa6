import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMonitor } from '../src/lifecycle/monitor.ts';
import { claimsWith } from '../src/lifecycle/peer-facts.ts';
import { newTaskRecord, type TaskRecord } from '../src/lifecycle/record.ts';
import { compileRules } from '../src/lifecycle/rule-table.ts';
import type { Vantage } from '../src/protocol/observation.ts';
import { RULES } from '../src/rules/catalogue.ts';
import type { BenchmarkRow } from './benchmark.ts';

/** What this benchmark is called on the command line. */
export const name = 'monitor-memory';

const TASKS = 1_000_000;
const TARGET = 400;

/**
 * The heap that the monitor keeps for a live task which has one open stream and one artifact of three chunks: a million
 * of them, garbage collected before and after. The ids are made before, as whoever has the tasks has them anyway.
 */
export function run(): BenchmarkRow[] {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const peer = { claims: claimsWith({ streaming: true }), rules: compileRules(RULES, '1.0', 'JSONRPC') };
  const monitor = createMonitor();
  const ids = Array.from(
    { length: TASKS },
    (_, task) => JSON.parse(`"06c99202-e07c-46e7-a936-${String(task).padStart(12, '0')}"`) as string,
  );
  const tasks: TaskRecord[] = new Array(TASKS);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < TASKS; index++) tasks[index] = live(newTaskRecord(peer), ids[index] as string, index);
  collect();
  const value = Math.round((process.memoryUsage().heapUsed - before) / TASKS);
  if (tasks.some((task) => task.streams?.artifacts === undefined))
    throw new Error('A task of the benchmark is not live.');
  return [{ name: 'a live task, one artifact, one stream', value, unit: 'bytes', target: TARGET, ok: value <= TARGET }];

  function live(task: TaskRecord, id: string, index: number): TaskRecord {
    const asked = 1_000 + index;
    const vantage: Vantage = { id: index, channel: 'stream', operation: 'SendStreamingMessage', asked, request: {} };
    const facts = { vantage, received: asked + 250 };
    monitor.step(task, { kind: 'asked', vantage, received: asked });
    monitor.step(task, { kind: 'open', ...facts });
    monitor.step(task, { kind: 'task', ...facts, task: snapshot(id) });
    monitor.step(task, {
      kind: 'status',
      ...facts,
      taskId: id,
      contextId: id,
      state: 'working',
      timestamp: STAMP,
      message: undefined,
      final: undefined,
    });
    for (const chunk of [0, 1, 2]) {
      const artifact = { artifactId: 'answer', parts: [{ text: `tick ${chunk}, `, mediaType: 'text/plain' }] };
      monitor.step(task, {
        kind: 'artifact',
        ...facts,
        taskId: id,
        contextId: id,
        artifact,
        append: chunk > 0,
        lastChunk: false,
      });
    }
    return task;
  }
}

const STAMP = '2026-11-30T07:27:09.628Z';

function snapshot(id: string) {
  return {
    id,
    contextId: id,
    state: 'submitted' as const,
    timestamp: STAMP,
    statusMessage: undefined,
    artifacts: undefined,
    history: undefined,
    raw: {},
  };
}
