import type { Deviation } from '../../deviation.ts';
import { acceptsAfterEnd } from './accepts-after-end.ts';
import { artifactListedTwice } from './artifact-listed-twice.ts';
import { artifactsMissing } from './artifacts-missing.ts';
import { blockingIgnored } from './blocking-ignored.ts';
import { clientIdAccepted } from './client-id-accepted.ts';
import { comesAndGoes } from './comes-and-goes.ts';
import { completedThenFailed } from './completed-then-failed.ts';
import { contextChanges } from './context-changes.ts';
import { contextMismatchAccepted } from './context-mismatch-accepted.ts';
import { contextReplaced } from './context-replaced.ts';
import { crashAsError } from './crash-as-error.ts';
import { flappingEnd } from './flapping-end.ts';
import { goesBack } from './goes-back.ts';
import { growingArtifacts } from './growing-artifacts.ts';
import { idChanges } from './id-changes.ts';
import { interruptWithdrawn } from './interrupt-withdrawn.ts';
import { malformedTask } from './malformed-task.ts';
import { neverEnds } from './never-ends.ts';
import { nonblockingIgnored } from './nonblocking-ignored.ts';
import { readsFrozen } from './reads-frozen.ts';
import { resultMissing } from './result-missing.ts';
import { reusesTaskId } from './reuses-task-id.ts';
import { sendCutOff } from './send-cut-off.ts';
import { shiftingArtifacts } from './shifting-artifacts.ts';
import { shrinkingTask } from './shrinking-task.ts';
import { speaksAnotherDialect } from './speaks-another-dialect.ts';
import { taskLost } from './task-lost.ts';
import { timestampRegress } from './timestamp-regress.ts';
import { unknownState } from './unknown-state.ts';

export const tasks: readonly Deviation[] = [
  shiftingArtifacts,
  acceptsAfterEnd,
  artifactListedTwice,
  artifactsMissing,
  blockingIgnored,
  clientIdAccepted,
  comesAndGoes,
  completedThenFailed,
  contextChanges,
  contextMismatchAccepted,
  contextReplaced,
  crashAsError,
  flappingEnd,
  goesBack,
  growingArtifacts,
  idChanges,
  interruptWithdrawn,
  malformedTask,
  neverEnds,
  nonblockingIgnored,
  readsFrozen,
  resultMissing,
  reusesTaskId,
  sendCutOff,
  shrinkingTask,
  speaksAnotherDialect,
  taskLost,
  timestampRegress,
  unknownState,
];
