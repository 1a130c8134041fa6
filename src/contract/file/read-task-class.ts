import type { JsonObject } from '../../protocol/json.ts';
import { unusable } from '../json-schema.ts';
import { DEFAULT_TASK_CLASS, type TaskClass } from '../task-class.ts';
import { checkShape } from './check-shape.ts';
import { readDocument } from './document.ts';
import { durationMs } from './duration.ts';
import { TASK_CLASS_SCHEMA } from './task-class-schema.ts';

/** A task class as it stands in its file, once its shape has been checked. */
interface TaskClassFile extends Partial<Omit<TaskClass, 'maxDurationMs'>> {
  readonly maxDuration?: string;
}

/**
 * Reads a task class from the text of a JSON or YAML file. What it leaves out asks nothing of an agent.
 *
 * @throws ContractFileError with line and column, saying what is wrong there
 */
export function readTaskClass(text: string): TaskClass {
  const document = readDocument(text);
  const file: TaskClassFile = checkShape(document, TASK_CLASS_SCHEMA as unknown as JsonObject, 'task class');
  const { $schema: _, maxDuration, ...rest } = file as TaskClassFile & { readonly $schema?: string };
  const schema = rest.result?.schema;
  const why = schema === undefined ? undefined : unusable(schema);
  if (why !== undefined) document.fault(['result', 'schema'], `this JSON Schema can't be used: ${why}.`);
  return {
    ...DEFAULT_TASK_CLASS,
    ...rest,
    ...(maxDuration === undefined ? {} : { maxDurationMs: durationMs(maxDuration) }),
  };
}
