import type { Deviation } from '../deviation.ts';
import { answerLost } from './answer-lost.ts';
import { anyInputAccepted } from './any-input-accepted.ts';
import { anyInputOnResume } from './any-input-on-resume.ts';
import { artifactAfterCancel } from './artifact-after-cancel.ts';
import { artifactAfterEnd } from './artifact-after-end.ts';
import { artifactEventsDropped } from './artifact-events-dropped.ts';
import { artifactsMissing } from './artifacts-missing.ts';
import { blockingIgnored } from './blocking-ignored.ts';
import { cancelAlwaysSucceeds } from './cancel-always-succeeds.ts';
import { cancelAsRead } from './cancel-as-read.ts';
import { cancelAsksBack } from './cancel-asks-back.ts';
import { cancelHangs } from './cancel-hangs.ts';
import { cancelInWordOnly } from './cancel-in-word-only.ts';
import { cancelSaysWorking } from './cancel-says-working.ts';
import { canceledThenCompleted } from './canceled-then-completed.ts';
import { cardChanges } from './card-changes.ts';
import { cardNotJson } from './card-not-json.ts';
import { completedThenFailed } from './completed-then-failed.ts';
import { contextChanges } from './context-changes.ts';
import { endWithheld } from './end-withheld.ts';
import { eventsAfterEnd } from './events-after-end.ts';
import { eventsTwice } from './events-twice.ts';
import { flappingEnd } from './flapping-end.ts';
import { foreignTaskId } from './foreign-task-id.ts';
import { forgetsEnded } from './forgets-ended.ts';
import { growingArtifacts } from './growing-artifacts.ts';
import { historyEmpty } from './history-empty.ts';
import { honest } from './honest.ts';
import { laggingReads } from './lagging-reads.ts';
import { muteStream } from './mute-stream.ts';
import { neverEnds } from './never-ends.ts';
import { noTaskFirst } from './no-task-first.ts';
import { noTerminal } from './no-terminal.ts';
import { oddFraming } from './odd-framing.ts';
import { pushConfigLost } from './push-config-lost.ts';
import { pushMissesEnd } from './push-misses-end.ts';
import { pushNeverDelivered } from './push-never-delivered.ts';
import { pushUnauthenticated } from './push-unauthenticated.ts';
import { resumeRejectsData } from './resume-rejects-data.ts';
import { secondSubscriberRefused } from './second-subscriber-refused.ts';
import { shiftingArtifacts } from './shifting-artifacts.ts';
import { slowCancel } from './slow-cancel.ts';
import { streamHeldBack } from './stream-held-back.ts';
import { streamNotSse } from './stream-not-sse.ts';
import { streamNotWired } from './stream-not-wired.ts';
import { streamSaysFailed } from './stream-says-failed.ts';
import { streamStaysOpen } from './stream-stays-open.ts';
import { subscribeNotWired } from './subscribe-not-wired.ts';
import { timestampRegress } from './timestamp-regress.ts';
import { undeclaredOutput } from './undeclared-output.ts';
import { zombieCancel } from './zombie-cancel.ts';

/** All that a lab peer can do, in the order in which it is listed to people. */
export const deviations: readonly Deviation[] = [
  honest,
  zombieCancel,
  muteStream,
  shiftingArtifacts,
  noTerminal,
  streamNotWired,
  streamNotSse,
  subscribeNotWired,
  secondSubscriberRefused,
  streamHeldBack,
  noTaskFirst,
  endWithheld,
  streamStaysOpen,
  eventsAfterEnd,
  artifactAfterEnd,
  eventsTwice,
  artifactEventsDropped,
  streamSaysFailed,
  foreignTaskId,
  cancelAlwaysSucceeds,
  cancelAsRead,
  cancelInWordOnly,
  cancelSaysWorking,
  cancelAsksBack,
  cancelHangs,
  artifactAfterCancel,
  canceledThenCompleted,
  blockingIgnored,
  neverEnds,
  completedThenFailed,
  flappingEnd,
  growingArtifacts,
  artifactsMissing,
  contextChanges,
  timestampRegress,
  historyEmpty,
  resumeRejectsData,
  undeclaredOutput,
  anyInputAccepted,
  anyInputOnResume,
  pushConfigLost,
  pushNeverDelivered,
  pushMissesEnd,
  pushUnauthenticated,
  cardChanges,
  cardNotJson,
  answerLost,
  oddFraming,
  forgetsEnded,
  laggingReads,
  slowCancel,
];
