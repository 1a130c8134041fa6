import type { Artifact } from '../../src/protocol/model.ts';
import type { Observation } from '../../src/protocol/observation.ts';
import type { TaskState } from '../../src/protocol/task-state.ts';
import { type Ends, isEnd, perEnd } from './ends.ts';
import { newReads, noteRead, type Reads } from './read-history.ts';
import { TASK_ID } from './sayings.ts';

/**
 * What the invariants ask of the history of a course, noted by themselves and from observations alone. Plain data, and
 * no more than they ask: what is forgotten makes two courses one. Times are in ms.
 */
export interface History {
  readonly reads: Reads;
  /** When each end was first told, by anything. */
  readonly told: Ends<number | undefined>;
  lastSign: number | undefined;
  longestGap: number;
  /** What the opening stream brought, its end included, with no frame missing. */
  readonly stream: { opened: boolean; spoke: boolean; text: string; ended: boolean; holed: boolean };
  /** What a stream that was joined later brought before it told an end, and how that began. */
  readonly joined: { text: string; since: 'begin' | 'chunk' | 'snapshot'; ended: boolean; holed: boolean };
  cancelAsked: number | undefined;
  cancelRefused: boolean;
  /** Anything at all was heard after the cancel. */
  heardAfterCancel: boolean;
  /** Something shows that the task went on after `canceled`, or after the cancel if nothing told that. */
  wentOn: boolean;
  /** A frame came that can't have been under way before `canceled`. */
  frameBeyondGrace: boolean;
  message: boolean;
  refused: { readonly name: string; readonly httpStatus: number } | undefined;
  sendFailed: boolean;
}

export function newHistory(): History {
  return {
    reads: newReads(),
    told: perEnd(undefined),
    lastSign: undefined,
    longestGap: 0,
    stream: { opened: false, spoke: false, text: '', ended: false, holed: false },
    joined: { text: '', since: 'begin', ended: false, holed: false },
    cancelAsked: undefined,
    cancelRefused: false,
    heardAfterCancel: false,
    wentOn: false,
    frameBeyondGrace: false,
    message: false,
    refused: undefined,
    sendFailed: false,
  };
}

const GRACE_MS = 2_000;

/** The text of the task's one artifact. */
export function textOf(artifacts: readonly Artifact[] | undefined): string {
  return (artifacts ?? []).flatMap(({ parts }) => parts.map(({ text }) => text ?? '')).join('');
}

/** Notes one observation of the task. */
export function note(history: History, seen: Observation): void {
  if (isOfAnother(seen)) return;
  const { operation, channel, asked } = seen.vantage;
  const state = seen.kind === 'task' ? seen.task.state : seen.kind === 'status' ? seen.state : undefined;
  const frame = channel === 'stream' && (state !== undefined || seen.kind === 'artifact');
  if (operation === 'GetTask') {
    if (seen.kind === 'task') {
      const answer = { asked, received: seen.received, said: seen.task.state, content: textOf(seen.task.artifacts) };
      if (noteRead(history.reads, history.told, answer)) noteSign(history, seen.received);
    } else if (seen.kind === 'error' && seen.name === 'TaskNotFound') {
      noteRead(history.reads, history.told, { asked, received: seen.received, said: 'not-found', content: '' });
    }
  }
  if (isEnd(state)) history.told[state] ??= seen.received;
  if (frame) noteFrame(history, state, seen.received);
  if (operation === 'CancelTask') noteCancel(history, seen);
  if (operation === 'SendMessage' || operation === 'SendStreamingMessage') noteOpening(history, seen);
  if (operation === 'SubscribeToTask') noteJoined(history, seen, state);
  if (state !== undefined || seen.kind === 'artifact') noteLife(history, seen, state, frame);
  if (history.cancelAsked !== undefined && (state !== undefined || seen.kind === 'artifact' || seen.kind === 'error')) {
    history.heardAfterCancel = true;
  }
}

function isOfAnother(seen: Observation): boolean {
  const id = seen.kind === 'task' ? seen.task.id : 'taskId' in seen ? seen.taskId : undefined;
  return id !== undefined && id !== TASK_ID;
}

/** Any frame disturbs the watch of a canceled task, but the news of the cancel itself. */
function noteFrame(history: History, state: TaskState | undefined, at: number): void {
  noteSign(history, at);
  if (state !== 'canceled') history.reads.watch = undefined;
}

function noteSign(history: History, at: number): void {
  if (history.lastSign !== undefined) history.longestGap = Math.max(history.longestGap, at - history.lastSign);
  history.lastSign = at;
}

function noteCancel(history: History, seen: Observation): void {
  if (seen.kind === 'asked') history.cancelAsked ??= seen.received;
  if (seen.kind === 'error') history.cancelRefused = true;
}

function noteOpening(history: History, seen: Observation): void {
  if (seen.kind === 'message') history.message = true;
  if (seen.kind === 'error') history.refused ??= { name: seen.name, httpStatus: seen.httpStatus };
  if (seen.kind === 'failure') history.sendFailed = true;
  if (seen.vantage.channel !== 'stream') return;
  const { stream } = history;
  stream.opened = true;
  if (seen.kind === 'defect') stream.holed = true;
  if (seen.kind === 'artifact') stream.text = (seen.append ? stream.text : '') + textOf([seen.artifact]);
  if (seen.kind === 'task' && seen.task.artifacts !== undefined) stream.text = textOf(seen.task.artifacts);
  const state = seen.kind === 'task' ? seen.task.state : seen.kind === 'status' ? seen.state : undefined;
  stream.spoke ||= state !== undefined || seen.kind === 'artifact';
  if (seen.kind === 'close' && !stream.spoke) history.sendFailed = true;
  stream.ended ||= isEnd(state);
}

function noteJoined({ joined }: History, seen: Observation, state: TaskState | undefined): void {
  if (seen.kind === 'defect') joined.holed = true;
  if (seen.kind === 'artifact' && !joined.ended) {
    const goesOn = seen.append && joined.text !== '';
    if (!goesOn) joined.since = seen.append ? 'chunk' : 'begin';
    joined.text = (goesOn ? joined.text : '') + textOf([seen.artifact]);
  }
  if (seen.kind === 'task' && seen.task.artifacts !== undefined && seen.task.artifacts.length > 0) {
    joined.since = 'snapshot';
    joined.text = textOf(seen.task.artifacts);
  }
  joined.ended ||= isEnd(state);
}

/**
 * What can't have been under way already shows that the task went on: a later answer, a frame that is late enough, or one
 * that tells another end.
 */
function noteLife(history: History, seen: Observation, state: TaskState | undefined, frame: boolean): void {
  const { canceled } = history.told;
  const since = canceled ?? history.cancelAsked;
  if (since === undefined || state === 'canceled' || (canceled === undefined && isEnd(state))) return;
  const late = frame ? isEnd(state) || seen.received > since + GRACE_MS : seen.vantage.asked >= since;
  history.wentOn ||= late;
  if (late && frame && canceled !== undefined) history.frameBeyondGrace = true;
}
