import { asText, type JsonObject } from '../json.ts';
import { FORM, type Noticed, noticeAbsent, noticeWrong } from './form.ts';

/** A text member that may be absent. Absent is also what the proto form of JSON writes as `""`, and others as `null`. */
export function optionalText(holder: JsonObject, member: string, noticed: Noticed): string | undefined {
  const value = holder[member];
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (value !== undefined && value !== null) {
    noticeWrong(noticed, member);
    return undefined;
  }
  return snakeText(holder, member, noticed);
}

/** A text member that every dialect requires. */
export function requiredText(holder: JsonObject, member: string, noticed: Noticed): string | undefined {
  const text = optionalText(holder, member, noticed);
  if (text === undefined && noticed.wrong !== member) noticeAbsent(noticed, member);
  return text;
}

/** A flag, `false` where it is absent: the proto form of JSON leaves out what is false. */
export function flag(holder: JsonObject, member: string, noticed: Noticed): boolean {
  const value = holder[member] ?? holder[SNAKE[member] ?? member];
  if (typeof value === 'boolean') return value;
  if (value !== undefined && value !== null) noticeWrong(noticed, member);
  return false;
}

/** Members in the spelling of the proto files. A parser of proto JSON has to take both, so some peers write these. */
const SNAKE: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  taskId: 'task_id',
  contextId: 'context_id',
  messageId: 'message_id',
  artifactId: 'artifact_id',
  lastChunk: 'last_chunk',
});

function snakeText(holder: JsonObject, member: string, noticed: Noticed): string | undefined {
  const snake = SNAKE[member];
  const text = snake === undefined ? undefined : asText(holder[snake]);
  if (text !== undefined) noticed.bits |= FORM.snakeCase;
  return text;
}
