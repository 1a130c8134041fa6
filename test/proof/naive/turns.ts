import type { A2AErrorName } from '../../../src/protocol/error-code.ts';
import type { Message } from '../../../src/protocol/model.ts';
import type { AskedSeen, Observation } from '../../../src/protocol/observation.ts';
import type { TaskState } from '../../../src/protocol/task-state.ts';
import { type Content, missing } from './content.ts';
import { askedAt, before, type Course, receivedAt, seenAt } from './course.ts';
import { contextId, isOwn, namedState, stampAt, taskId } from './names.ts';
import { heldAt, lastHeld, readsBefore } from './reads.ts';
import { framesOf, isOverlap, streamAt } from './streams.ts';
import { ageOf, knownState, wasTold } from './told.ts';

export function isSend(seen: Observation): boolean {
  return seen.vantage.operation === 'SendMessage' || seen.vantage.operation === 'SendStreamingMessage';
}

/** Whether this is the answer to a plain call, or the first frame of a stream. */
export function isFirstAnswer(course: Course, at: number): boolean {
  if (seenAt(course, at).vantage.channel === 'answer') return true;
  const stream = streamAt(course, at);
  return stream !== undefined && framesOf(course, stream, at).length === 0;
}

/** The first cancel, and what came of it. */
export interface Cancel {
  readonly vantageId: number;
  readonly asked: number;
  /** The state known when it was asked. */
  readonly before: TaskState | undefined;
  readonly answered: number | undefined;
  readonly state: TaskState | undefined;
  readonly error: A2AErrorName | undefined;
}

export const cancelBefore = before((course, at): Cancel | undefined => {
  for (let first = 0; first < at; first++) {
    const seen = seenAt(course, first);
    if (seen.vantage.operation !== 'CancelTask') continue;
    if (seen.kind !== 'asked' && !isCancelAnswer(course, first)) continue;
    const answers: number[] = [];
    for (let k = first; k < at; k++) {
      if (seenAt(course, k).vantage.id === seen.vantage.id && isCancelAnswer(course, k)) answers.push(k);
    }
    const [answer] = answers;
    const told = answers.map((k) => seenAt(course, k));
    return {
      vantageId: seen.vantage.id,
      asked: askedAt(course, first),
      before: knownState(course, first),
      answered: answer === undefined ? undefined : receivedAt(course, answer),
      state: told.map(namedState).find((state) => state !== undefined),
      error: told.find((one) => one.kind === 'error')?.name,
    };
  }
  return undefined;
});

function isCancelAnswer(course: Course, at: number): boolean {
  const seen = seenAt(course, at);
  if (seen.vantage.operation !== 'CancelTask') return false;
  return seen.kind === 'error' || (seen.kind === 'task' && isOwn(course, at));
}

/** The last message to a task that existed already, and what came of it. */
export interface Turn {
  readonly place: number;
  readonly asked: number;
  readonly messageId: string | undefined;
  readonly inputModes: readonly string[] | undefined;
  /** The state that was known, and what reads had shown, when it was sent. */
  readonly before: TaskState | undefined;
  readonly held: Content;
  /** The id of the question that it answers. */
  readonly questionId: string | undefined;
  readonly answered: number | undefined;
  readonly error: A2AErrorName | undefined;
}

/** Whether a message goes out to the task, in its own context. */
function isTurn(course: Course, at: number): boolean {
  const seen = seenAt(course, at);
  if (seen.kind !== 'asked' || !isSend(seen)) return false;
  const { request } = seen.vantage;
  if (taskId(course, at) === undefined || request.taskId !== taskId(course, at)) return false;
  const context = contextId(course, at);
  return request.contextId === undefined || context === undefined || request.contextId === context;
}

export const turnBefore = before((course, at): Turn | undefined => {
  let place = at - 1;
  while (place >= 0 && !isTurn(course, place)) place--;
  if (place < 0) return undefined;
  const { vantage } = seenAt(course, place) as AskedSeen;
  let answer: number | undefined;
  for (let k = place + 1; k < at && answer === undefined; k++) {
    if (seenAt(course, k).vantage.id === vantage.id && isTurnAnswer(course, k)) answer = k;
  }
  const told = answer === undefined ? undefined : seenAt(course, answer);
  return {
    place,
    asked: vantage.asked,
    messageId: vantage.request.messageId,
    inputModes: vantage.request.inputModes,
    before: knownState(course, place),
    held: lastHeld(course, place),
    questionId: questionId(course, place),
    answered: told?.received,
    error: told?.kind === 'error' ? told.name : told?.kind === 'failure' ? 'other' : undefined,
  };
});

function isTurnAnswer(course: Course, at: number): boolean {
  const { kind } = seenAt(course, at);
  return kind === 'error' || kind === 'failure' || kind === 'message' || isOwn(course, at);
}

/** Reads in a row, asked after a turn was taken, that lack what reads had shown before it. */
export const lackingRun = before((course, at): readonly number[] => {
  const turn = turnBefore(course, at);
  if (turn?.answered === undefined || turn.error !== undefined) return [];
  return runOfReads(course, at, turn, (k) => missing(turn.held, heldAt(course, k)).length > 0);
});

/** Reads in a row, asked after a turn was refused, that show the task waiting. */
export const waitingRun = before((course, at): readonly number[] => {
  const turn = turnBefore(course, at);
  if (turn?.answered === undefined || turn.error === undefined) return [];
  return runOfReads(course, at, turn, (k) => {
    const state = namedState(seenAt(course, k));
    return state === 'input-required' || state === 'auth-required';
  });
});

function runOfReads(course: Course, at: number, turn: Turn, fits: (k: number) => boolean): readonly number[] {
  const run: number[] = [];
  for (const k of readsBefore(course, at)) {
    if (k < turn.place || turn.answered === undefined || receivedAt(course, k) < turn.answered) continue;
    if (askedAt(course, k) <= turn.answered) continue;
    if (fits(k)) run.push(k);
    else run.length = 0;
  }
  return run;
}

/** A place where the task asks its caller for something. */
const isQuestion = before((course, at): boolean => {
  if (!isOwn(course, at) || namedState(seenAt(course, at)) !== 'input-required') return false;
  if (ageOf(course, at) !== 'newer') return false;
  const stream = streamAt(course, at);
  return stream === undefined || !isOverlap(course, stream, at) || !wasTold(course, at, 'input-required');
});

function statusMessage(course: Course, at: number): Message | undefined {
  const seen = seenAt(course, at);
  return seen.kind === 'task' ? seen.task.statusMessage : seen.kind === 'status' ? seen.message : undefined;
}

/** The id of the newest question. */
const questionId = before((course, at): string | undefined => {
  for (let k = at - 1; k >= 0; k--) if (isQuestion(course, k)) return statusMessage(course, k)?.messageId;
  return undefined;
});

/** The words in which input is asked for. */
export function questionAt(course: Course, at: number): string | undefined {
  const message = statusMessage(course, at);
  return message === undefined
    ? undefined
    : JSON.stringify(message.parts.map(({ text, raw, url, data }) => text ?? raw ?? url ?? data));
}

/** The places of the questions so far that were asked in words, each where it was first told. */
export const questionsBefore = before((course, at): readonly number[] => {
  const places: number[] = [];
  for (let k = 0; k < at; k++) {
    if (isQuestion(course, k) && questionAt(course, k) !== undefined && isAnew(course, places.at(-1), k))
      places.push(k);
  }
  return places;
});

/** Whether what is asked at a place is another question than an earlier one, or has a later time or another id. */
export function isAnew(course: Course, earlier: number | undefined, at: number): boolean {
  if (earlier === undefined || questionAt(course, earlier) !== questionAt(course, at)) return true;
  const [before, now] = [stampAt(course, earlier), stampAt(course, at)];
  if (before !== undefined && now !== undefined && now > before) return true;
  const [first, second] = [statusMessage(course, earlier)?.messageId, statusMessage(course, at)?.messageId];
  return first !== undefined && second !== undefined && first !== second;
}

/** How many of the newest questions in a row repeat the one before them, each after a message of ours. */
export function askedAgain(course: Course, at: number): number {
  const places = questionsBefore(course, at);
  let again = 0;
  for (let i = places.length - 1; i > 0; i--) {
    const [earlier, later] = [places[i - 1] as number, places[i] as number];
    if (questionAt(course, earlier) !== questionAt(course, later)) break;
    const turn = turnBefore(course, later);
    if (turn !== undefined && turn.asked > receivedAt(course, earlier)) again++;
  }
  return again;
}
