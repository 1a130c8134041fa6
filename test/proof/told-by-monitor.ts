import type { Finding } from '../../src/lifecycle/finding.ts';
import { createMonitor } from '../../src/lifecycle/monitor.ts';
import type { Claims } from '../../src/lifecycle/peer-facts.ts';
import { newPeerRecord } from '../../src/lifecycle/peer-record.ts';
import { newTaskRecord, type TaskRecord } from '../../src/lifecycle/record.ts';
import type { Rule } from '../../src/lifecycle/rule.ts';
import { compileRules, type RuleTable } from '../../src/lifecycle/rule-table.ts';
import { RULES } from '../../src/rules/catalogue.ts';
import { type PeerTrace, taskOf } from './trace.ts';

/** Judges traces by the monitor. */
export class MonitorJudge {
  readonly #rules: readonly Rule[];
  readonly #tables = new Map<string, RuleTable>();

  constructor(rules: readonly Rule[] = RULES) {
    this.#rules = rules;
  }

  /** All findings in a trace, in order, each with the place of its observation. */
  findings(trace: PeerTrace): readonly { readonly at: number; readonly task: number; readonly finding: Finding }[] {
    const monitor = createMonitor({ key: KEY });
    const peer = { claims: trace.claims, rules: this.#table(trace.claims), record: newPeerRecord() };
    const records = new Map<number, TaskRecord>();
    return trace.observations.flatMap((seen, at) => {
      const task = taskOf(trace, seen);
      let record = records.get(task);
      if (record === undefined) {
        record = newTaskRecord(peer);
        records.set(task, record);
      }
      return monitor.step(record, seen).map((finding) => ({ at, task, finding }));
    });
  }

  #table({ dialect, binding }: Claims): RuleTable {
    const name = `${dialect} ${binding}`;
    let table = this.#tables.get(name);
    if (table === undefined) {
      table = compileRules(this.#rules, dialect, binding);
      this.#tables.set(name, table);
    }
    return table;
  }
}

const KEY = [0x51ed270b, 0x2545f491] as const;
