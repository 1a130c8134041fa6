import type { Deviation } from '../deviation.ts';
import { alwaysBlocks } from './always-blocks.ts';
import { answerLost } from './answer-lost.ts';
import { answersCreated } from './answers-created.ts';
import { anyInputAccepted } from './any-input-accepted.ts';
import { anyInputOnResume } from './any-input-on-resume.ts';
import { artifactAfterCancel } from './artifact-after-cancel.ts';
import { artifactAfterEnd } from './artifact-after-end.ts';
import { artifactEventsDropped } from './artifact-events-dropped.ts';
import { artifactsAtEnd } from './artifacts-at-end.ts';
import { artifactsMissing } from './artifacts-missing.ts';
import { blockingIgnored } from './blocking-ignored.ts';
import { bomAndCrlf } from './bom-and-crlf.ts';
import { byteByByte } from './byte-by-byte.ts';
import { cancelAlwaysSucceeds } from './cancel-always-succeeds.ts';
import { cancelAsRead } from './cancel-as-read.ts';
import { cancelAsksBack } from './cancel-asks-back.ts';
import { cancelHangs } from './cancel-hangs.ts';
import { cancelInWordOnly } from './cancel-in-word-only.ts';
import { cancelRefused } from './cancel-refused.ts';
import { cancelSaysWorking } from './cancel-says-working.ts';
import { cancelTooLate } from './cancel-too-late.ts';
import { canceledThenCompleted } from './canceled-then-completed.ts';
import { cardChanges } from './card-changes.ts';
import { cardElsewhere } from './card-elsewhere.ts';
import { cardNotJson } from './card-not-json.ts';
import { chattyStream } from './chatty-stream.ts';
import { closesAtInterrupt } from './closes-at-interrupt.ts';
import { completedThenFailed } from './completed-then-failed.ts';
import { contextChanges } from './context-changes.ts';
import { endWithheld } from './end-withheld.ts';
import { eventsAfterEnd } from './events-after-end.ts';
import { eventsTwice } from './events-twice.ts';
import { flappingEnd } from './flapping-end.ts';
import { foreignTaskId } from './foreign-task-id.ts';
import { forgetsEnded } from './forgets-ended.ts';
import { goesOnByItself } from './goes-on-by-itself.ts';
import { growingArtifacts } from './growing-artifacts.ts';
import { historyEmpty } from './history-empty.ts';
import { honest } from './honest.ts';
import { hugeFields } from './huge-fields.ts';
import { joinedText } from './joined-text.ts';
import { laggingReads } from './lagging-reads.ts';
import { messagesOnly } from './messages-only.ts';
import { muteStream } from './mute-stream.ts';
import { neverEnds } from './never-ends.ts';
import { noHistory } from './no-history.ts';
import { noList } from './no-list.ts';
import { noTaskFirst } from './no-task-first.ts';
import { noTerminal } from './no-terminal.ts';
import { noTimestamps } from './no-timestamps.ts';
import { oddFraming } from './odd-framing.ts';
import { oddIds } from './odd-ids.ts';
import { pushConfigLost } from './push-config-lost.ts';
import { pushMissesEnd } from './push-misses-end.ts';
import { pushNeverDelivered } from './push-never-delivered.ts';
import { pushUnauthenticated } from './push-unauthenticated.ts';
import { rateLimited } from './rate-limited.ts';
import { repeatsItself } from './repeats-itself.ts';
import { replacesArtifacts } from './replaces-artifacts.ts';
import { replaysOnSubscribe } from './replays-on-subscribe.ts';
import { resumeRejectsData } from './resume-rejects-data.ts';
import { secondSubscriberRefused } from './second-subscriber-refused.ts';
import { severalLines } from './several-lines.ts';
import { shiftingArtifacts } from './shifting-artifacts.ts';
import { signedUrls } from './signed-urls.ts';
import { slowAnswers } from './slow-answers.ts';
import { slowCancel } from './slow-cancel.ts';
import { snapshotAtEnd } from './snapshot-at-end.ts';
import { staleReplica } from './stale-replica.ts';
import { staysOpenAtInterrupt } from './stays-open-at-interrupt.ts';
import { streamHeldBack } from './stream-held-back.ts';
import { streamNotSse } from './stream-not-sse.ts';
import { streamNotWired } from './stream-not-wired.ts';
import { streamSaysFailed } from './stream-says-failed.ts';
import { streamStaysOpen } from './stream-stays-open.ts';
import { subscribeNotWired } from './subscribe-not-wired.ts';
import { timestampRegress } from './timestamp-regress.ts';
import { typedWithCharset } from './typed-with-charset.ts';
import { undeclaredOutput } from './undeclared-output.ts';
import { unicodeIds } from './unicode-ids.ts';
import { vendorFields } from './vendor-fields.ts';
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
  alwaysBlocks,
  answersCreated,
  artifactsAtEnd,
  bomAndCrlf,
  byteByByte,
  cancelRefused,
  cancelTooLate,
  cardElsewhere,
  chattyStream,
  closesAtInterrupt,
  goesOnByItself,
  hugeFields,
  joinedText,
  messagesOnly,
  noHistory,
  noList,
  noTimestamps,
  oddIds,
  rateLimited,
  repeatsItself,
  replacesArtifacts,
  replaysOnSubscribe,
  severalLines,
  signedUrls,
  slowAnswers,
  snapshotAtEnd,
  staleReplica,
  staysOpenAtInterrupt,
  typedWithCharset,
  unicodeIds,
  vendorFields,
];
