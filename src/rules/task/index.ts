import type { Rule } from '../../lifecycle/rule.ts';
import { acceptsAfterTerminal } from './accepts-after-terminal.ts';
import { artifactShared } from './artifact-shared.ts';
import { artifactTwice } from './artifact-twice.ts';
import { backward } from './backward.ts';
import { blockingReturnsEarly } from './blocking-returns-early.ts';
import { clientIdAccepted } from './client-id-accepted.ts';
import { contextChanged } from './context-changed.ts';
import { contextMismatchAccepted } from './context-mismatch-accepted.ts';
import { contextReplaced } from './context-replaced.ts';
import { dialectMix } from './dialect-mix.ts';
import { doneAsError } from './done-as-error.ts';
import { duplicateKey } from './duplicate-key.ts';
import { emptyMessage } from './empty-message.ts';
import { failedAsError } from './failed-as-error.ts';
import { foreignMessage } from './foreign-message.ts';
import { idChanged } from './id-changed.ts';
import { idReused } from './id-reused.ts';
import { interruptUnexplained } from './interrupt-unexplained.ts';
import { lost } from './lost.ts';
import { malformed } from './malformed.ts';
import { messageIdReused } from './message-id-reused.ts';
import { messageRepeated } from './message-repeated.ts';
import { nonblockingBlocks } from './nonblocking-blocks.ts';
import { sendCutOff } from './send-cut-off.ts';
import { shrunk } from './shrunk.ts';
import { spuriousInterrupt } from './spurious-interrupt.ts';
import { staleRead } from './stale-read.ts';
import { stuck } from './stuck.ts';
import { terminalOverwritten } from './terminal-overwritten.ts';
import { timestampRegress } from './timestamp-regress.ts';
import { twoRuns } from './two-runs.ts';
import { unknownState } from './unknown-state.ts';
import { wrongRole } from './wrong-role.ts';

/** Rules on the task's state machine as told on any channel. */
export const TASK_RULES: readonly Rule[] = [
  backward,
  staleRead,
  terminalOverwritten,
  unknownState,
  dialectMix,
  idChanged,
  idReused,
  contextChanged,
  lost,
  twoRuns,
  artifactShared,
  blockingReturnsEarly,
  nonblockingBlocks,
  acceptsAfterTerminal,
  clientIdAccepted,
  contextMismatchAccepted,
  stuck,
  timestampRegress,
  shrunk,
  failedAsError,
  spuriousInterrupt,
  contextReplaced,
  sendCutOff,
  messageRepeated,
  malformed,
  duplicateKey,
  wrongRole,
  emptyMessage,
  messageIdReused,
  doneAsError,
  artifactTwice,
  interruptUnexplained,
  foreignMessage,
];
