import type { Verdict } from '../lifecycle/verdict.ts';
import { contentDigest } from '../protocol/content-digest.ts';
import { refusedUntouched } from '../protocol/error-code.ts';
import type { Task } from '../protocol/model.ts';
import type { ErrorSeen } from '../protocol/observation.ts';
import { type InterruptedState, isTerminal, type TerminalState } from '../protocol/task-state.ts';
import type { Course } from './course.ts';
import type { Orphan, Outcome, PeerError, StopReason, Version, Waiting } from './outcome.ts';
import type { TurnMemory } from './turn-memory.ts';

/** What an agent says of an error is told up to here: it may be a page. */
const MOST_SAID = 120;

/** The outcome of a course by now, if it has one. The caller then has all that it was owed, and the fence is up. */
export function finish(course: Course, now: number, stopped: StopReason | undefined): Outcome | undefined {
  const verdict = course.settlement.verdict(now);
  const outcome = conclude(course, verdict, stopped);
  if (outcome === undefined) return undefined;
  const task = 'task' in outcome ? outcome.task : undefined;
  const paused = outcome.kind === 'input-required' || outcome.kind === 'auth-required';
  const settles = verdict.kind === 'settled' && outcome.kind !== 'orphaned';
  if (task !== undefined && (settles || paused || course.leavesOut('settled-delivery'))) course.deliver(task);
  course.fence();
  return outcome;
}

/** The outcome of a course whose verdict is in, or `undefined` while there is none. */
export function conclude(course: Course, verdict: Verdict, stopped: StopReason | undefined): Outcome | undefined {
  const common = { findings: course.findings, ...(stopped === undefined ? {} : { stopped }) };
  const { answer, refusal, sendFailure, paused, turn, seeking } = course.facts;
  if (answer !== undefined) return { ...common, kind: 'answered', ok: true, message: answer };
  if (course.record.id === undefined && !seeking) {
    if (refusal !== undefined) {
      const { name, httpStatus, message } = refusal;
      if (!refusedUntouched(name, httpStatus) && !course.leavesOut('untouched-refusal')) {
        const said = message === '' ? '' : `: ${message.slice(0, MOST_SAID)}`;
        return unknown(
          `the agent answered the message with an error that doesn't say whether it was taken in (${name}${said})`,
        );
      }
      return { ...common, kind: 'refused', ok: false, error: peerError(refusal) };
    }
    if (sendFailure !== undefined) return unknown(sendFailure.message);
  }
  switch (verdict.kind) {
    case 'open':
    case 'told':
      if (stopped !== undefined || isTerminal(course.record.state)) return undefined;
      if (turn?.lost) return unknown(lostTurn(turn));
      // Where no read can show the question, the agent's own word for it is all there will be.
      return waiting(paused ?? (course.settlement.isUnreadable ? course.facts.waiting : undefined));
    case 'lost':
      return unknown('the agent no longer knows the task, and had told no end of it');
    case 'unconfirmed':
      return verdict.state === 'canceled' && wentOn(course) ? orphaned(course, common) : reported(verdict.state);
    case 'running': {
      const { cancelAsked, heardSinceCancel } = course.facts;
      if (cancelAsked !== undefined && !heardSinceCancel)
        return unknown('the agent could not be reached after the cancel');
      return verdict.told === undefined || wentOn(course) ? orphaned(course, common) : reported(verdict.told);
    }
    case 'contradicted': {
      const { task, before, by } = verdict;
      if (before.state === 'canceled' || (stopped !== undefined && course.facts.wentOn)) {
        const end = isTerminal(task.state) ? task.state : undefined;
        return { ...common, ...ended(task, true), kind: 'orphaned', orphan: orphanOf(course, end) };
      }
      if (by === 'content') {
        return { ...common, ...ended(task, false), kind: 'completed-disputed', versions: twoReads(verdict) };
      }
      const ends = [before.state as TerminalState, task.state] as const;
      return { ...common, ...ended(task, false), kind: 'flipped', ends };
    }
    case 'settled':
      return settled(course, verdict, stopped, common);
  }

  function waiting(task: Task | undefined): Outcome | undefined {
    if (task === undefined) return undefined;
    return { ...common, ...turnSaid(turn), kind: task.state as InterruptedState, ok: false, task };
  }

  function reported(state: TerminalState): Outcome {
    return { ...common, kind: state, ok: false, confirmed: false, reported: state, task: asSeen(course, state) };
  }

  function unknown(why: string): Outcome {
    return { ...common, kind: 'outcome-unknown', ok: false, why, taskId: course.record.id };
  }
}

function settled(
  course: Course,
  verdict: Verdict & { readonly kind: 'settled' },
  stopped: StopReason | undefined,
  common: Pick<Outcome, 'findings' | 'stopped'>,
): Outcome {
  const { task, digest } = verdict;
  const state = task.state as TerminalState;
  const facts = { ...common, ...ended(task, true), digest };
  if (state === 'canceled') {
    const orphan = orphanOf(course, 'canceled');
    if (orphan.framesAfter > 0 && !course.leavesOut('late-frames')) return { ...facts, kind: 'orphaned', orphan };
    return { ...facts, kind: 'canceled', ok: false };
  }
  if (stopped !== undefined && course.facts.canceledAt !== undefined && wentOn(course)) {
    return { ...facts, kind: 'orphaned', orphan: orphanOf(course, state) };
  }
  if (state !== 'completed') return { ...facts, kind: state };
  // A stream that was joined late may lack what was before, but what it brought since is of the task.
  const streamed = course.streamed ?? (course.contradicts(task) ? course.received : undefined);
  // Without artifacts both take the status message for the content.
  const streamedDigest = streamed === undefined ? digest : contentDigest(streamed, task.statusMessage);
  if (streamedDigest !== digest && !course.leavesOut('whole-stream')) {
    const versions: readonly Version[] = [
      { from: 'stream', digest: streamedDigest, task: course.streamed && { ...task, artifacts: course.streamed } },
      { from: 'read', digest, task },
    ];
    const storedTwice = course.storedTwice(task) ? { storedTwice: true as const } : {};
    return { ...facts, kind: 'completed-disputed', versions, ...storedTwice };
  }
  return stopped === undefined
    ? { ...facts, kind: 'completed', ok: true }
    : { ...facts, kind: 'completed-before-cancel' };
}

/** What an agent said to a follow-up, and the task still waits; or against it. */
function turnSaid(turn: TurnMemory | undefined): Pick<Waiting, 'refused' | 'said'> {
  if (turn?.said !== undefined) return { said: turn.said };
  if (turn?.answer !== 'refused' || turn.refusal === undefined) return {};
  const { refusal } = turn;
  if (refusal.kind === 'error') return { refused: peerError(refusal) };
  return { refused: { name: refusal.reason, code: undefined, httpStatus: 0, message: refusal.message } };
}

/** Ids are the agent's: no more of one is told than fits a line. */
function lostTurn({ elsewhere }: TurnMemory): string {
  if (elsewhere === undefined) return 'the task waits as before, and the agent may have taken the follow-up in';
  return `the task waits as before, and the agent made another one of the follow-up (${elsewhere.slice(0, 80)}), which may still run`;
}

function peerError({ name, code, httpStatus, message }: ErrorSeen): PeerError {
  return { name, code, httpStatus, message };
}

/** The task as far as it was seen: what its stream brought counts where no read shows it any more. */
function asSeen(course: Course, state: TerminalState): Task | undefined {
  const { task } = course.facts;
  if (task === undefined) return undefined;
  const artifacts = task.artifacts?.length ? task.artifacts : course.received;
  return { ...task, state, artifacts };
}

function orphaned(course: Course, common: Pick<Outcome, 'findings' | 'stopped'>): Outcome {
  return { ...common, ...ended(course.facts.task, false), kind: 'orphaned', orphan: orphanOf(course, undefined) };
}

function wentOn(course: Course): boolean {
  return course.facts.wentOn || course.leavesOut('sign-of-life');
}

function ended(task: Task | undefined, confirmed: boolean) {
  const reported = isTerminal(task?.state) ? task.state : undefined;
  return { ok: false, confirmed, reported, task };
}

/** How a task went on after it was over for its caller. */
export function orphanOf(course: Course, endedAs: TerminalState | undefined): Orphan {
  const { canceledAt, cancelAsked, lastLifeAt, framesAfter, otherEnd } = course.facts;
  const since = canceledAt ?? cancelAsked ?? 0;
  const wentOnMs = lastLifeAt === undefined ? 0 : Math.max(0, Math.round(lastLifeAt - since));
  const orphan = { wentOnMs, framesAfter, endedAs, streamEndedAs: otherEnd === endedAs ? undefined : otherEnd };
  const refusal = canceledAt === undefined ? course.record.cancel?.error : undefined;
  return refusal === undefined ? orphan : { ...orphan, cancelRefused: refusal };
}

function twoReads(verdict: Verdict & { readonly kind: 'contradicted' }): readonly Version[] {
  return [verdict.before, verdict.task].map((task) => ({
    from: 'read',
    digest: contentDigest(task.artifacts, task.statusMessage),
    task,
  }));
}
