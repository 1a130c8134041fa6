/** The tables of a store file. They are made and changed by the migrations. */
export interface Schema {
  /** What is remembered of agents: one row of the trust book each. */
  readonly trust: TrustTable;
  /** Numbers that every process agrees on. */
  readonly counter: CounterTable;
  /** Delegations that are not over yet, each with the process that looks after it. */
  readonly delegation: DelegationTable;
  readonly owner: OwnerTable;
  /** Ends of tasks that callers of a gateway were told for good. */
  readonly settled_end: SettledEndTable;
  /** Keys that must be the same after a restart. */
  readonly secret: SecretTable;
}

interface TrustTable {
  /** As the book finds it. */
  readonly id: string;
  readonly kind: string;
  /** The agent; null for what is about all of them. */
  readonly card_url: string | null;
  /** The row as JSON. */
  readonly body: string;
  /** The change that wrote it: of later ones a reader has still to hear. */
  readonly change: number;
}

interface CounterTable {
  readonly name: 'trust-change' | 'trust-removal';
  readonly value: number;
}

interface DelegationTable {
  readonly id: string;
  readonly owner: string;
  readonly begun_at: number;
  /** The entry as it was begun, as JSON. */
  readonly body: string;
  /** What has changed of it since, as JSON. */
  readonly progress: string;
}

interface OwnerTable {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** When it last said that it is there, in ms since the epoch. */
  readonly beat_at: number;
}

interface SettledEndTable {
  readonly peer: string;
  readonly owner: string;
  readonly task_id: string;
  /** When it was told, in ms since the epoch. */
  readonly at: number;
  /** The end as JSON. */
  readonly body: string;
}

interface SecretTable {
  readonly name: string;
  readonly value: string;
}
