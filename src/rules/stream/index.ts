import type { Rule } from '../../lifecycle/rule.ts';
import { afterLastChunk } from './after-last-chunk.ts';
import { afterTerminal } from './after-terminal.ts';
import { appendUnknown } from './append-unknown.ts';
import { artifactNotStreamed } from './artifact-not-streamed.ts';
import { buffered } from './buffered.ts';
import { closeKillsTask } from './close-kills-task.ts';
import { cumulativeAppend } from './cumulative-append.ts';
import { divergesFromTask } from './diverges-from-task.ts';
import { duplicated } from './duplicated.ts';
import { emptyChunk } from './empty-chunk.ts';
import { errorInSuccess } from './error-in-success.ts';
import { fanOutDiverges } from './fan-out-diverges.ts';
import { finalFlag } from './final-flag.ts';
import { foreignTask } from './foreign-task.ts';
import { lateRefusal } from './late-refusal.ts';
import { messageThenMore } from './message-then-more.ts';
import { noTaskFirst } from './no-task-first.ts';
import { noTerminal } from './no-terminal.ts';
import { notSse } from './not-sse.ts';
import { outputInStatus } from './output-in-status.ts';
import { refused } from './refused.ts';
import { rpcEnvelope } from './rpc-envelope.ts';
import { silent } from './silent.ts';
import { sseQuirk } from './sse-quirk.ts';
import { staysOpen } from './stays-open.ts';
import { subscribeAfterTerminal } from './subscribe-after-terminal.ts';
import { subscribeNoSnapshot } from './subscribe-no-snapshot.ts';
import { subscribeRefused } from './subscribe-refused.ts';
import { subscribeUnsupported } from './subscribe-unsupported.ts';
import { unasked } from './unasked.ts';
import { undeclared } from './undeclared.ts';

/** Rules on what one stream tells, and on what it tells against what reads tell. */
export const STREAM_RULES: readonly Rule[] = [
  refused,
  undeclared,
  notSse,
  silent,
  noTaskFirst,
  messageThenMore,
  noTerminal,
  staysOpen,
  afterTerminal,
  finalFlag,
  foreignTask,
  artifactNotStreamed,
  divergesFromTask,
  appendUnknown,
  cumulativeAppend,
  duplicated,
  buffered,
  rpcEnvelope,
  errorInSuccess,
  subscribeUnsupported,
  subscribeRefused,
  subscribeNoSnapshot,
  subscribeAfterTerminal,
  fanOutDiverges,
  closeKillsTask,
  lateRefusal,
  afterLastChunk,
  emptyChunk,
  outputInStatus,
  unasked,
  sseQuirk,
];
