import type { Scenario } from '../scenario.ts';
import { cancelEnded } from './cancel-ended.ts';
import { cancelRunning } from './cancel-running.ts';
import { cancelStreaming } from './cancel-streaming.ts';
import { cancelTwice } from './cancel-twice.ts';
import { cancelUnknown } from './cancel-unknown.ts';
import { sendBlocking } from './send-blocking.ts';
import { sendNonblocking } from './send-nonblocking.ts';
import { settle } from './settle.ts';
import { settleFailed } from './settle-failed.ts';
import { stream } from './stream.ts';
import { streamDenied } from './stream-denied.ts';
import { streamLive } from './stream-live.ts';
import { subscribeEnded } from './subscribe-ended.ts';
import { subscribeRunning } from './subscribe-running.ts';
import { subscribeTwice } from './subscribe-twice.ts';
import { subscribeUnknown } from './subscribe-unknown.ts';

/** Every scenario, in the order of reports. */
export const SCENARIOS: readonly Scenario[] = [
  sendBlocking,
  sendNonblocking,
  settle,
  settleFailed,
  stream,
  streamLive,
  streamDenied,
  subscribeRunning,
  subscribeTwice,
  subscribeEnded,
  subscribeUnknown,
  cancelRunning,
  cancelTwice,
  cancelEnded,
  cancelUnknown,
  cancelStreaming,
];
