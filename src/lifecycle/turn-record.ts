import type { A2AErrorName } from '../protocol/error-code.ts';
import type { TaskState } from '../protocol/task-state.ts';
import type { ArtifactRecord } from './artifact-record.ts';
import type { Moment } from './situation.ts';

/** A message sent to a task that existed already, and what came of it. */
export interface TurnRecord {
  readonly vantageId: number;
  readonly asked: Moment;
  readonly messageId: string | undefined;
  readonly inputModes: readonly string[] | undefined;
  /** The state known when it was sent, and what reads had shown the task to hold. */
  readonly before: TaskState | undefined;
  readonly artifacts: ArtifactRecord | undefined;
  /** The print of the id of the question that it answers; 0 if that isn't known. */
  readonly question: number;
  /** When it was answered, and by which error. */
  answered: Moment | undefined;
  error: A2AErrorName | undefined;
  /** Reads asked after a refusal that still show the task waiting, and when the first of them was asked. */
  waiting: number;
  waitingSince: Moment;
  /** Reads asked after the answer that lack an artifact shown before, and when the first of them was asked. */
  lacking: number;
  lackingSince: Moment;
}
