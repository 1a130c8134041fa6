import type { Verdict } from '../lifecycle/verdict.ts';
import { contentDigest } from '../protocol/content-digest.ts';
import { refusedUntouched } from '../protocol/error-code.ts';
import type { Task } from '../protocol/model.ts';
import { isTerminal, type TerminalState } from '../protocol/task-state.ts';
import type { Course } from './course.ts';
import type { Orphan, Outcome, StopReason, Version } from './outcome.ts';

/** The outcome of a course whose verdict is in, or `undefined` while there is none. */
export function conclude(course: Course, verdict: Verdict, stopped: StopReason | undefined): Outcome | undefined {
  const common = { findings: course.findings, ...(stopped === undefined ? {} : { stopped }) };
  const { answer, refusal, paused } = course.facts;
  if (answer !== undefined) return { ...common, kind: 'answered', ok: true, message: answer };
  if (refusal !== undefined) {
    const { name, code, httpStatus, message } = refusal;
    if (!refusedUntouched(name, httpStatus)) {
      return unknown(`the agent answered the message with an error that doesn't say whether it was taken in (${name})`);
    }
    return { ...common, kind: 'refused', ok: false, error: { name, code, httpStatus, message } };
  }
  if (course.facts.sendFailure !== undefined) return unknown(course.facts.sendFailure.message);
  switch (verdict.kind) {
    case 'open':
    case 'told':
      if (paused === undefined || stopped !== undefined || isTerminal(course.record.state)) return undefined;
      return { ...common, kind: paused.state as 'input-required' | 'auth-required', ok: false, task: paused };
    case 'lost':
      return unknown('the agent no longer knows the task, and had told no end of it');
    case 'unconfirmed':
      return {
        ...common,
        kind: verdict.state,
        ok: false,
        confirmed: false,
        reported: verdict.state,
        task: course.facts.task,
      };
    case 'running':
      if (course.facts.cancelAsked !== undefined && course.facts.lastHeard < course.facts.cancelAsked) {
        return unknown('the agent could not be reached after the cancel');
      }
      return { ...common, ...ended(course.facts.task, false), kind: 'orphaned', orphan: orphanOf(course, undefined) };
    case 'contradicted':
      if (verdict.before.state === 'canceled' || (stopped !== undefined && course.facts.canceledAt !== undefined)) {
        const end = isTerminal(verdict.task.state) ? verdict.task.state : undefined;
        return { ...common, ...ended(verdict.task, true), kind: 'orphaned', orphan: orphanOf(course, end) };
      }
      if (verdict.by === 'content') {
        return { ...common, ...ended(verdict.task, false), kind: 'completed-disputed', versions: twoReads(verdict) };
      }
      return {
        ...common,
        ...ended(verdict.task, false),
        kind: 'flipped',
        ends: [verdict.before.state as TerminalState, verdict.task.state],
      };
    case 'settled':
      return settled(course, verdict, stopped, common);
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
    if (orphan.framesAfter > 0) return { ...facts, kind: 'orphaned', orphan };
    return { ...facts, kind: 'canceled', ok: false };
  }
  if (stopped !== undefined && course.facts.canceledAt !== undefined) {
    return { ...facts, kind: 'orphaned', orphan: orphanOf(course, state) };
  }
  if (state !== 'completed') return { ...facts, kind: state };
  const streamed = course.streamedDigest;
  if (streamed !== undefined && streamed !== digest && (task.artifacts?.length ?? 0) > 0) {
    const versions: readonly Version[] = [
      { from: 'stream', digest: streamed, task: undefined },
      { from: 'read', digest, task },
    ];
    return { ...facts, kind: 'completed-disputed', versions };
  }
  return stopped === undefined
    ? { ...facts, kind: 'completed', ok: true }
    : { ...facts, kind: 'completed-before-cancel' };
}

function ended(task: Task | undefined, confirmed: boolean) {
  const reported = isTerminal(task?.state) ? task.state : undefined;
  return { ok: false, confirmed, reported, task };
}

function orphanOf(course: Course, endedAs: TerminalState | undefined): Orphan {
  const since = course.facts.canceledAt ?? course.facts.cancelAsked ?? 0;
  const wentOnMs = course.facts.lastLifeAt === undefined ? 0 : Math.max(0, Math.round(course.facts.lastLifeAt - since));
  return { wentOnMs, framesAfter: course.facts.framesAfter, endedAs };
}

function twoReads(verdict: Verdict & { readonly kind: 'contradicted' }): readonly Version[] {
  return [verdict.before, verdict.task].map((task) => ({
    from: 'read',
    digest: contentDigest(task.artifacts, task.statusMessage),
    task,
  }));
}
