import { readFileSync } from 'node:fs';
import type { MonitorLimits } from '../../src/lifecycle/limits.ts';

/** What a row says of the rules that tell it. */
export interface Row {
  /** The rules that find it in traffic; absent where traffic doesn't show it. */
  readonly rules?: readonly string[];
  /** The rules that find it on the card. */
  readonly cardRules?: readonly string[];
  /** Why no rule finds it in traffic. */
  readonly notVisible?: string;
  readonly note?: string;
}

/** What a real agent was seen to do. */
export interface Divergence extends Row {
  readonly id: string;
  /** The agent; its recordings are in the folders whose names begin with this. */
  readonly peer: string;
  /** What the agent, its card or the protocol says. */
  readonly claim: string;
  readonly seen: string;
  /** The recordings that show it. */
  readonly traces: readonly string[];
  /** Why a rule is not found in the recordings, and with which limits it is. */
  readonly unrecorded?: {
    readonly [rule: string]: { readonly why: string; readonly shownWith?: Partial<MonitorLimits> };
  };
}

/** A bug that somebody reported in public. */
export interface Report extends Row {
  readonly id: string;
  readonly source: string;
  readonly dialect: '0.2' | '0.3' | '1.0' | 'any';
  readonly seen: string;
}

/** A bug that somebody reported in public, and traffic that shows it, in `wire` under its id. */
export interface WireReport extends Report {
  /** What else has to be found in that traffic, since one comes with the other. */
  readonly also?: readonly string[];
  /** Whether there is traffic beside it that is nearly the same and breaks none of these rules. */
  readonly allowed?: boolean;
  /** Whether web-hooks were recorded too. */
  readonly hooks?: boolean;
}

/** A lie about the lifecycle of tasks, and the deviation of the lab that tells it. */
export interface Lie extends Row {
  readonly id: number;
  readonly deviation: string;
  readonly lie: string;
  /** The most that may be said of it: a warning where the text allows it or is open. */
  readonly atMost: 'warning' | 'error';
}

/** A rule that the recordings break beside what the table of divergences says. */
export interface Beyond {
  readonly rule: string;
  /** With `*` for all of one agent. */
  readonly traces: readonly string[];
  readonly why: string;
}

function table<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as readonly T[];
}

export const divergences = table<Divergence>('divergences');
export const reports = table<Report>('reports');
export const wireReports = table<WireReport>('wire-reports');
export const lies = table<Lie>('lies');
export const beyondTheTable = table<Beyond>('beyond-the-table');
