import type { Outcome } from '../../src/guard/outcome.ts';
import type { TerminalState } from '../../src/protocol/task-state.ts';
import { countOf } from './ends.ts';
import { type History, textOf } from './history.ts';

const WATCH_MS = 10_000;
const WATCH_MOST_MS = 60_000;
const SETTLE_WITHIN_MS = 15_000;
const REGRESS_READS = 3;
const REGRESS_MS = 10_000;

/** Which invariant an outcome breaks, or `undefined`. Written from the invariants, whatever the guard thinks. */
export function brokenBy(outcome: Outcome, history: History): string | undefined {
  const success = outcome.kind === 'answered' || (outcome.kind === 'completed' && outcome.confirmed);
  if (outcome.ok !== success) return `ok is ${outcome.ok} although the outcome is ${outcome.kind}`;
  const { reads, told } = history;
  switch (outcome.kind) {
    case 'completed':
    case 'failed':
    case 'rejected':
    case 'canceled':
      if (outcome.confirmed) return unsettled(outcome.kind, textOf(outcome.task?.artifacts), history);
      return told[outcome.kind] === undefined ? `${outcome.kind} was told by nothing` : undefined;
    case 'completed-unusable':
    case 'completed-before-cancel':
      return unsettled('completed', textOf(outcome.task?.artifacts), history);
    case 'completed-disputed':
      return undisputed(outcome.confirmed, textOf(outcome.task?.artifacts), history);
    case 'flipped':
      return countOf(reads.ends) > 1 || wasTakenBack(history) ? undefined : 'flipped, but reads told one end';
    case 'orphaned':
      return isOrphan(history) ? undefined : 'orphaned, but nothing was heard of it since';
    case 'input-required':
    case 'auth-required':
      return reads.interrupted[outcome.kind] ? undefined : `no read said ${outcome.kind}`;
    case 'answered':
      return history.message ? undefined : 'answered without a message';
    case 'refused':
      return mayHaveBeenTakenIn(history) ? 'refused, but the message may have been taken in' : undefined;
    case 'outcome-unknown':
      return unjustlyUnknown(history);
  }
}

/** No wait is without end: by when there has to be an outcome, whatever the peer does. */
export function outcomeBy({ told, cancelAsked }: History): number | undefined {
  if (cancelAsked !== undefined) return cancelAsked + 2 * WATCH_MOST_MS;
  const first = Math.min(...Object.values(told).filter((at) => at !== undefined));
  return first === Number.POSITIVE_INFINITY ? undefined : first + SETTLE_WITHIN_MS + WATCH_MOST_MS;
}

/** Invariants 1 to 3: what it takes to believe an end. */
function unsettled(end: TerminalState, content: string, history: History): string | undefined {
  const { reads } = history;
  if (!reads.ends[end]) return `${end} is settled, but no read said so`;
  if (countOf(reads.ends) > 1) return `${end} is settled, but reads told several ends`;
  if (reads.endContent !== content) return `${end} is settled with a content that the last read didn't show`;
  if (end === 'completed') return unsettledCompleted(content, history);
  if (end === 'canceled') return unsettledCanceled(content, history);
  return reads.confirmed[end] ? undefined : `${end} is settled without a read to confirm it`;
}

function unsettledCompleted(content: string, { reads, stream }: History): string | undefined {
  if (reads.completed?.apart !== true) return 'completed is settled without two equal reads a second apart';
  const whole = stream.opened && stream.ended && !stream.holed;
  if (!whole || stream.text === content) return undefined;
  return `completed is settled with another content than the whole stream brought`;
}

function unsettledCanceled(content: string, { reads, longestGap, frameBeyondGrace }: History): string | undefined {
  if (frameBeyondGrace) return 'canceled is settled, but a frame came that shows the task went on';
  const { watch } = reads;
  if (watch === undefined) return 'canceled is settled, but a frame came since the last read that said so';
  if (watch.content !== content) return 'canceled is settled with a content that changed';
  if (watch.notFound === 1) return 'canceled is settled by one answer that it is not found';
  const window = Math.min(Math.max(WATCH_MS, 2 * longestGap), WATCH_MOST_MS);
  const watched = watch.until - watch.since;
  return watched >= window ? undefined : 'canceled is settled before the watch is over';
}

/** A whole stream, or another read, has to have shown another content. */
function undisputed(confirmed: boolean, content: string, { reads, stream, joined }: History): string | undefined {
  if (!confirmed) return reads.severalContents ? undefined : 'disputed, but reads showed one content only';
  if (isOtherThan(content, joined)) return undefined;
  if (!stream.opened || !stream.ended || stream.holed) return 'disputed, but no stream was read whole';
  if (stream.text === content) return 'disputed, but the stream brought the same';
  if (reads.completed?.content === content && reads.completed.apart) return undefined;
  return 'disputed without two equal reads a second apart';
}

/**
 * Whether a task lacks what a joined stream brought, or holds more than that although it began with it or ends otherwise:
 * of what came before it was joined such a stream may lack anything.
 */
function isOtherThan(content: string, { text, since, ended, holed }: History['joined']): boolean {
  if (text === '' || content === '') return text !== content && text !== '';
  if (!ended || holed || since === 'snapshot' || content.length <= text.length) return false;
  return since === 'begin' || !content.endsWith(text);
}

/** Heard of after it was canceled, changed since then, or never said to have ended although it could be reached. */
function isOrphan({ wentOn, reads, told, heardAfterCancel }: History): boolean {
  if (wentOn || (reads.ends.canceled && (countOf(reads.ends) > 1 || reads.severalContents))) return true;
  return countOf(told) === 0 && heardAfterCancel;
}

/** Reads that were asked after an end was read, and went on to deny it. */
function wasTakenBack({ reads: { takenBack } }: History): boolean {
  return takenBack !== undefined && takenBack.count >= REGRESS_READS && takenBack.span >= REGRESS_MS;
}

const UNTOUCHED_ERRORS: ReadonlySet<string> = new Set([
  'ParseError',
  'InvalidRequest',
  'MethodNotFound',
  'InvalidParams',
  'UnsupportedOperation',
  'ContentTypeNotSupported',
  'ExtensionSupportRequired',
  'VersionNotSupported',
]);
const UNTOUCHED_STATUS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415]);

/** Invariant 7: whoever is told `refused` may send the message again. */
function mayHaveBeenTakenIn({ refused }: History): boolean {
  if (refused === undefined) return true;
  if (refused.name === 'other') return !UNTOUCHED_STATUS.has(refused.httpStatus);
  return !UNTOUCHED_ERRORS.has(refused.name);
}

function unjustlyUnknown(history: History): string | undefined {
  if (history.refused !== undefined) return mayHaveBeenTakenIn(history) ? undefined : 'unknown, but it was refused';
  if (history.sendFailed || (history.cancelAsked !== undefined && !history.heardAfterCancel)) return undefined;
  if (history.reads.notFound < 2) return 'unknown, but the task was there';
  return countOf(history.told) === 0 ? undefined : 'unknown, but an end was told';
}
