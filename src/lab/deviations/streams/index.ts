import type { Deviation } from '../../deviation.ts';
import { appendsTheWhole } from './appends-the-whole.ts';
import { appendsToNothing } from './appends-to-nothing.ts';
import { artifactAfterEnd } from './artifact-after-end.ts';
import { artifactEventsDropped } from './artifact-events-dropped.ts';
import { closeKillsTask } from './close-kills-task.ts';
import { emptyLastChunk } from './empty-last-chunk.ts';
import { endWithheld } from './end-withheld.ts';
import { errorInStream } from './error-in-stream.ts';
import { eventsAfterEnd } from './events-after-end.ts';
import { eventsTwice } from './events-twice.ts';
import { finalFlagEarly } from './final-flag-early.ts';
import { foreignTaskId } from './foreign-task-id.ts';
import { interruptHidden } from './interrupt-hidden.ts';
import { lastChunkAlways } from './last-chunk-always.ts';
import { messageThenTask } from './message-then-task.ts';
import { muteStream } from './mute-stream.ts';
import { noTaskFirst } from './no-task-first.ts';
import { noTerminal } from './no-terminal.ts';
import { recapInStatus } from './recap-in-status.ts';
import { resultInStatus } from './result-in-status.ts';
import { runsMixed } from './runs-mixed.ts';
import { secondSubscriberRefused } from './second-subscriber-refused.ts';
import { streamEmpty } from './stream-empty.ts';
import { streamHeldBack } from './stream-held-back.ts';
import { streamNotSse } from './stream-not-sse.ts';
import { streamNotWired } from './stream-not-wired.ts';
import { streamSaysFailed } from './stream-says-failed.ts';
import { streamStaysOpen } from './stream-stays-open.ts';
import { streamUnasked } from './stream-unasked.ts';
import { streamUndeclared } from './stream-undeclared.ts';
import { streamsDiffer } from './streams-differ.ts';
import { subscribeCutOff } from './subscribe-cut-off.ts';
import { subscribeDeaf } from './subscribe-deaf.ts';
import { subscribeLosesWaiting } from './subscribe-loses-waiting.ts';
import { subscribeNotWired } from './subscribe-not-wired.ts';
import { subscribeRefusedLate } from './subscribe-refused-late.ts';
import { subscribeToEnded } from './subscribe-to-ended.ts';
import { subscribeWithoutTask } from './subscribe-without-task.ts';
import { uncleanEvents } from './unclean-events.ts';

export const streams: readonly Deviation[] = [
  muteStream,
  noTerminal,
  appendsTheWhole,
  appendsToNothing,
  artifactAfterEnd,
  artifactEventsDropped,
  closeKillsTask,
  emptyLastChunk,
  endWithheld,
  errorInStream,
  eventsAfterEnd,
  eventsTwice,
  finalFlagEarly,
  foreignTaskId,
  interruptHidden,
  lastChunkAlways,
  messageThenTask,
  noTaskFirst,
  recapInStatus,
  resultInStatus,
  runsMixed,
  secondSubscriberRefused,
  streamEmpty,
  streamHeldBack,
  streamNotSse,
  streamNotWired,
  streamSaysFailed,
  streamStaysOpen,
  streamUnasked,
  streamUndeclared,
  streamsDiffer,
  subscribeCutOff,
  subscribeDeaf,
  subscribeLosesWaiting,
  subscribeNotWired,
  subscribeRefusedLate,
  subscribeToEnded,
  subscribeWithoutTask,
  uncleanEvents,
];
