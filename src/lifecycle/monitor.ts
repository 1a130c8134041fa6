import type { Observation } from '../protocol/observation.ts';
import { contentOf } from './content.ts';
import type { Certainty, Finding } from './finding.ts';
import type { FingerprintKey } from './fingerprint.ts';
import { DEFAULT_MONITOR_LIMITS, type MonitorLimits } from './limits.ts';
import { note, streamOf } from './note.ts';
import { readOrder } from './order.ts';
import type { ArtifactRecord, StreamRecord, TaskRecord } from './record.ts';
import type { CompiledClause, ReadOrder, Situation } from './rule.ts';

/** Judges observations of tasks, one by one. */
export interface Monitor {
  /**
   * Judges one observation of a task against the rules of its peer, then takes it into the record. Observations come
   * in the order in which they were received. Never throws, and allocates nothing while nothing is wrong.
   * A rule is told once for each task, and once more if what was suspected has become certain.
   */
  step(task: TaskRecord, seen: Observation): readonly Finding[];
}

export interface MonitorOptions {
  readonly limits?: Partial<MonitorLimits>;
  /** The secret of this process under which contents are fingerprinted; random if absent. */
  readonly key?: FingerprintKey;
}

const NONE: readonly Finding[] = [];

/** A monitor for any number of tasks of any number of peers. */
export function createMonitor(options: MonitorOptions = {}): Monitor {
  const key = options.key ?? randomKey();
  const at: Scene = {
    task: undefined as unknown as TaskRecord,
    stream: undefined,
    content: undefined,
    order: 'newer',
    limits: { ...DEFAULT_MONITOR_LIMITS, ...options.limits },
    key,
  };
  return {
    step(task, seen) {
      at.task = task;
      at.stream = seen.vantage.channel === 'stream' ? streamOf(task, seen.vantage) : undefined;
      at.content = undefined;
      at.order = 'newer';
      if (seen.kind === 'task') {
        at.content = contentOf(seen.task.artifacts, key);
        if (seen.vantage.channel !== 'stream') at.order = readOrder(task, seen);
      }
      const clauses = task.peer.rules[seen.kind];
      let findings: Finding[] | undefined;
      for (const clause of clauses) {
        const certainty = clause.breaks(seen as never, at);
        if (certainty !== undefined && firstTime(task, clause.rule.id, certainty)) {
          findings ??= [];
          findings.push(findingOf(clause, certainty, seen, at));
        }
      }
      note(seen, at);
      return findings ?? NONE;
    },
  };
}

/** One situation for all steps of a monitor: a step is synchronous, and this way it allocates nothing. */
interface Scene extends Situation {
  task: TaskRecord;
  stream: StreamRecord | undefined;
  content: ArtifactRecord | undefined;
  order: ReadOrder;
}

function firstTime(task: TaskRecord, rule: string, certainty: Certainty): boolean {
  task.found ??= new Map();
  const known = task.found.get(rule);
  if (known === certainty || known === 'certain') return false;
  task.found.set(rule, certainty);
  return true;
}

function findingOf(clause: CompiledClause<never>, certainty: Certainty, seen: Observation, at: Situation): Finding {
  return {
    rule: clause.rule.id,
    severity: clause.severity,
    certainty,
    basis: clause.basis,
    claim: clause.rule.claim,
    taskId: at.task.id,
    because: clause.because(seen as never, at),
    seen,
  };
}

function randomKey(): FingerprintKey {
  const [high = 0, low = 0] = crypto.getRandomValues(new Int32Array(2));
  return [high, low];
}
