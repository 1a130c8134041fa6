import type { Scenario } from '../scenario.ts';
import { ask } from './ask.ts';
import { askModes } from './ask-modes.ts';
import { askStreaming } from './ask-streaming.ts';
import { askUndeclaredMode } from './ask-undeclared-mode.ts';
import { cancelEnded } from './cancel-ended.ts';
import { cancelRunning } from './cancel-running.ts';
import { cancelStreaming } from './cancel-streaming.ts';
import { cancelTwice } from './cancel-twice.ts';
import { cancelUnknown } from './cancel-unknown.ts';
import { card } from './card.ts';
import { earlyDisconnect } from './early-disconnect.ts';
import { extendedCard } from './extended-card.ts';
import { extensions } from './extensions.ts';
import { file } from './file.ts';
import { historyLengths } from './history-lengths.ts';
import { inputModes } from './input-modes.ts';
import { inputUndeclared } from './input-undeclared.ts';
import { list } from './list.ts';
import { malformed } from './malformed.ts';
import { message } from './message.ts';
import { messageAfterEnd } from './message-after-end.ts';
import { messageForeignContext } from './message-foreign-context.ts';
import { messageOwnContext } from './message-own-context.ts';
import { messageUnknownTask } from './message-unknown-task.ts';
import { outputAccepted } from './output-accepted.ts';
import { parallel } from './parallel.ts';
import { pushConfigs } from './push-configs.ts';
import { pushDeleted } from './push-deleted.ts';
import { pushDenied } from './push-denied.ts';
import { pushExplicit } from './push-explicit.ts';
import { pushInline } from './push-inline.ts';
import { pushPlain } from './push-plain.ts';
import { pushPrivate } from './push-private.ts';
import { pushRefusing } from './push-refusing.ts';
import { security } from './security.ts';
import { securityIdentities } from './security-identities.ts';
import { sendBlocking } from './send-blocking.ts';
import { sendNonblocking } from './send-nonblocking.ts';
import { sendWaiting } from './send-waiting.ts';
import { settle } from './settle.ts';
import { settleFailed } from './settle-failed.ts';
import { stream } from './stream.ts';
import { streamDenied } from './stream-denied.ts';
import { streamLive } from './stream-live.ts';
import { subscribeEnded } from './subscribe-ended.ts';
import { subscribeRunning } from './subscribe-running.ts';
import { subscribeTwice } from './subscribe-twice.ts';
import { subscribeUnknown } from './subscribe-unknown.ts';
import { subscribeWaiting } from './subscribe-waiting.ts';
import { unknownMethod } from './unknown-method.ts';
import { unknownTask } from './unknown-task.ts';
import { versions } from './versions.ts';

/** Every scenario, in the order of reports. */
export const SCENARIOS: readonly Scenario[] = [
  card,
  sendBlocking,
  sendNonblocking,
  sendWaiting,
  settle,
  settleFailed,
  message,
  stream,
  streamLive,
  streamDenied,
  earlyDisconnect,
  subscribeRunning,
  subscribeTwice,
  subscribeWaiting,
  subscribeEnded,
  subscribeUnknown,
  cancelRunning,
  cancelTwice,
  cancelEnded,
  cancelUnknown,
  cancelStreaming,
  ask,
  askStreaming,
  askModes,
  askUndeclaredMode,
  inputModes,
  inputUndeclared,
  file,
  outputAccepted,
  messageOwnContext,
  messageAfterEnd,
  messageForeignContext,
  messageUnknownTask,
  historyLengths,
  list,
  pushExplicit,
  pushInline,
  pushPlain,
  pushConfigs,
  pushDeleted,
  pushRefusing,
  pushPrivate,
  pushDenied,
  extendedCard,
  security,
  securityIdentities,
  extensions,
  parallel,
  unknownTask,
  unknownMethod,
  malformed,
  versions,
];
