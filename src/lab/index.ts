// For whoever tests a client of A2A agents.

// What can be asked of a peer.
export { type Binding, bindings, type Card } from './card.ts';
export type { Deviation, Knob } from './deviation.ts';
export { type DeviationFamily, deviationFamilies, deviations } from './deviations/index.ts';
export { type DialectName, dialectNames } from './exchange.ts';
export { type LabPeer, startLab } from './lab.ts';
export { LabError, type LabErrorCode } from './lab-error.ts';
export type { LabOptions } from './lab-options.ts';
// What a peer did.
export { type EntryKind, Ledger, type LedgerEntry } from './ledger.ts';
export { doubledMessages, knownTasks, type TaskFacts, type ToldEnd, taskFacts } from './ledger-facts.ts';
export type { DeviationChoice, RunningDeviation, RunningDeviations } from './running-deviations.ts';
