import type { TaskRecord } from '../../lifecycle/record.ts';
import { asObject } from '../../protocol/json.ts';
import type { Task } from '../../protocol/model.ts';
import type { Observation } from '../../protocol/observation.ts';
import type { AnswerForm } from '../front/error-answer.ts';
import { showsEnd } from './agrees.ts';
import { artifactFrame, statusFrame, taskFrame, withState } from './event-frame.ts';
import type { Final } from './follower.ts';
import type { FrameCourt } from './frame-court.ts';
import type { ToldContent } from './told-content.ts';

/** What ends a stream, and what had to be done for it. */
export interface EndWords {
  readonly frames: readonly (string | Buffer)[];
  /** Artifacts had to be given that the stream had not brought, or otherwise. */
  readonly repaired: boolean;
  /** The stream had told another end. */
  readonly replaced: boolean;
}

/**
 * The last events of a caller's stream: what it still lacks of the task, and a proper end, in the agent's own bytes where
 * these tell it.
 *
 * @param task the newest snapshot, if anything has shown one
 */
export function endWords(
  form: AnswerForm,
  final: Final,
  record: TaskRecord,
  task: Task | undefined,
  content: ToldContent,
  court: FrameCourt,
): EndWords {
  const { end } = court.held;
  const own = end?.bytes !== undefined && tells(end.seen, final) ? end.bytes : undefined;
  if (final.task !== undefined && court.told === undefined && end === undefined) {
    const closing = form.dialect === '1.0' ? [] : [statusFrame(form, final.task, true)];
    return { frames: [taskFrame(form, final.task.raw), ...closing], repaired: false, replaced: false };
  }
  const known = withState(final.task ?? task ?? bareTask(record), final.state, form.dialect);
  // Behind a cancel nothing of the task gets out but that it is over.
  const whole = final.task === undefined || final.state === 'canceled' ? undefined : final.task;
  const missing =
    whole === undefined ? [] : content.missing(whole, record).map((artifact) => asStreamed(artifact, final));
  return {
    frames: [...missing.map((artifact) => artifactFrame(form, known, artifact)), own ?? statusFrame(form, known, true)],
    repaired: missing.length > 0,
    replaced: own === undefined && end !== undefined,
  };
}

/** An artifact of a snapshot, or what later reads of it are told in its place. */
function asStreamed(artifact: unknown, { streamed }: Final): unknown {
  const id = asObject(artifact)?.['artifactId'];
  return streamed.find((one) => one['artifactId'] === id) ?? artifact;
}

/** A task of which no snapshot was seen. */
function bareTask({ id = '', contextId }: TaskRecord): Task {
  const nothing = { timestamp: undefined, statusMessage: undefined, artifacts: undefined, history: undefined };
  return { id, contextId, state: 'unknown', ...nothing, raw: { status: {} } };
}

/** Whether an event tells the end that the caller is to be told, and nothing else. */
function tells(seen: Observation, final: Final): boolean {
  if (seen.kind === 'status') return seen.state === final.state;
  return seen.kind === 'task' && showsEnd(seen.task, final);
}
