import type { Orphan, Outcome, StopReason } from '../../guard/outcome.ts';
import { isInterrupted, type TaskState } from '../../protocol/task-state.ts';
import { formatDuration } from '../duration.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { ended } from '../terminal/sentence.ts';

/** An outcome for people. */
export interface OutcomeWords {
  readonly tone: 'good' | 'careful' | 'bad';
  readonly headline: string;
  /** What is known. */
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly next?: string;
}

const STOPPED: Readonly<Record<StopReason, string>> = {
  deadline: 'Its time was over, so it was cancelled.',
  abort: 'You interrupted it, so it was cancelled.',
  cancel: 'It was cancelled as you asked.',
  violation: 'The agent broke what the plan rests on, so it was cancelled.',
};

/** What an outcome is, in words. Everything in them that came from the agent is fit for a terminal. */
export function wordsFor(outcome: Outcome): OutcomeWords {
  const stopped = outcome.stopped === undefined ? '' : `${STOPPED[outcome.stopped]} `;
  switch (outcome.kind) {
    case 'answered':
      return {
        tone: 'good',
        headline: 'answered',
        meaning: 'The agent answered with a message. There is no task, so there was nothing to verify.',
      };
    case 'completed':
      if (!outcome.confirmed) return unconfirmed('completed');
      return {
        tone: 'good',
        headline: 'completed, verified',
        meaning: 'Separate reads agree on the end and on the result.',
      };
    case 'completed-unusable':
      return {
        tone: 'bad',
        headline: 'completed, and not of use',
        meaning: `Separate reads agree on the end, but the result is not what was asked for: ${safeLine(outcome.misses)}.`,
        next: 'Ask for the work anew in other words, or give it to another agent.',
      };
    case 'completed-before-cancel':
      return {
        tone: 'good',
        headline: 'completed before the cancel',
        meaning: `${stopped}The work was done by then, and separate reads agree on the result.`,
        next: 'The result is good if you still want it.',
      };
    case 'completed-disputed':
      return {
        tone: 'bad',
        headline: 'completed, result disputed',
        meaning: outcome.storedTwice
          ? 'The agent says completed, and holds each piece twice that it streamed once, as servers do that store for each who listens, a subscriber too.'
          : 'The agent says completed, and has shown more than one result for it.',
        next: outcome.storedTwice
          ? 'What it streamed looks right. The next work on this agent goes without the subscription.'
          : 'Use neither version before the agent has settled on one.',
      };
    case 'failed':
    case 'rejected':
      if (!outcome.confirmed) return unconfirmed(outcome.kind);
      return { tone: 'bad', headline: `${outcome.kind}, verified`, meaning: 'A read of its own confirms it.' };
    case 'canceled':
      if (!outcome.confirmed) return unconfirmed('canceled');
      return {
        tone: 'careful',
        headline: 'canceled, verified',
        meaning: `${stopped}The agent said canceled, and has been silent and unchanged since.`,
      };
    case 'orphaned':
      return {
        tone: 'bad',
        headline: 'orphaned',
        meaning: `${stopped}${refusedCancelWords(outcome.orphan)}Over for you, but not for the agent: ${orphanWords(outcome.orphan, outcome.task?.state)}`,
        next: 'Expect the cost and the effects of that work. Give it to nobody else before you know what was done.',
      };
    case 'flipped':
      return {
        tone: 'bad',
        headline: `flipped: told as ${outcome.ends[0]}, then as ${outcome.ends[1]}`,
        meaning: 'An ended task must not end anew. Neither end can be believed.',
        next: 'Look at what the work has changed before you repeat it.',
      };
    case 'input-required':
      return {
        tone: 'careful',
        headline: 'input required',
        meaning: 'The agent stopped to ask. The task is still open there.',
        next: 'Answer it with --follow and --answer, or cancel it with --follow and --cancel-after 0s; delegating anew starts another task.',
      };
    case 'auth-required':
      return {
        tone: 'careful',
        headline: 'authentication required',
        meaning: 'The agent stopped until somebody logs in. The task is still open there.',
        next: 'Log in as its message says, or cancel it.',
      };
    case 'refused':
      return {
        tone: 'bad',
        headline: `refused: ${safeLine(outcome.error.name)}`,
        meaning: `${refusalWords(outcome.error)} There is no task.`,
      };
    case 'outcome-unknown':
      return {
        tone: 'bad',
        headline: 'unknown',
        meaning: `${outcome.taskId === undefined || /^you left/.test(outcome.why) ? '' : stopped}It can't be known what became of it: ${ended(safeLine(outcome.why))} Nothing was sent twice.`,
        next:
          outcome.taskId === undefined
            ? 'Ask the operator of the agent before you send it again: it may have been taken in.'
            : 'Take the task up later (--follow and its id), or ask the operator of the agent, before you send it again.',
      };
  }
}

function unconfirmed(state: string): OutcomeWords {
  return {
    tone: 'careful',
    headline: `${state}, unconfirmed`,
    meaning:
      'The agent told this end, but no read shows it: reads failed, no longer knew the task, or went on showing it as running.',
    next: 'It rests on the word of the agent alone. What is shown below is what it told.',
  };
}

/** An agent may refuse a cancel that comes at a bad time (§3.1.5), so that is no finding. */
function refusedCancelWords({ cancelRefused }: Orphan): string {
  if (cancelRefused === undefined) return '';
  return `The agent refused the cancel${cancelRefused === 'other' ? '' : ` (${cancelRefused})`}. `;
}

function orphanWords({ wentOnMs, framesAfter, endedAs, streamEndedAs }: Orphan, last: TaskState | undefined): string {
  // It is presumed to go on where a cancel had no effect that anybody saw.
  if (endedAs === undefined && wentOnMs === 0 && framesAfter === 0)
    return 'nothing has told what became of it since the cancel, so it may be running still.';
  const frames =
    framesAfter === 0 ? '' : ` and sent at least ${framesAfter} more ${framesAfter === 1 ? 'event' : 'events'}`;
  const on = wentOnMs === 0 ? 'it went on' : `it went on for ${formatDuration(wentOnMs)}`;
  const open = isInterrupted(last) ? 'It was waiting for its caller' : 'It was still running';
  const shown = endedAs === undefined ? `${open} when the watch ended.` : `It ended as ${endedAs}.`;
  const end =
    streamEndedAs === undefined
      ? shown
      : `Its stream ended as ${streamEndedAs}, while reads ${endedAs === undefined ? 'show no end' : `show ${endedAs}`}.`;
  return `${on} after the cancel${frames}. ${end} Nothing of that reached you.`;
}

function refusalWords(error: { code: number | undefined; httpStatus: number; message: string }): string {
  const code = error.code === undefined ? `HTTP ${error.httpStatus}` : `${error.code}, HTTP ${error.httpStatus}`;
  return `The agent refused the message (${code}): “${safeLine(error.message)}”.`;
}
