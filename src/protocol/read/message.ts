import { asObject, type JsonObject } from '../json.ts';
import type { Message } from '../model.ts';
import { FORM, type Noticed, noticeAbsent, noticeWrong } from './form.ts';
import { optionalText, requiredText } from './members.ts';
import { readParts } from './part.ts';

type Writable<T> = { -readonly [member in keyof T]: T[member] };

/** Reads a message in the form of any dialect; `undefined` where it is no object. */
export function readMessage(value: unknown, noticed: Noticed, path: string): Message | undefined {
  const given = asObject(value);
  if (given === undefined) {
    noticeWrong(noticed, path);
    return undefined;
  }
  const message: Writable<Message> = { parts: readParts(partsOf(given, noticed), noticed), raw: given };
  const messageId = requiredText(given, 'messageId', noticed);
  if (messageId !== undefined) message.messageId = messageId;
  const role = readRole(given['role'], noticed);
  if (role !== undefined) message.role = role;
  const taskId = optionalText(given, 'taskId', noticed);
  if (taskId !== undefined) message.taskId = taskId;
  const contextId = optionalText(given, 'contextId', noticed);
  if (contextId !== undefined) message.contextId = contextId;
  const metadata = asObject(given['metadata']);
  if (metadata !== undefined) message.metadata = metadata;
  const extensions = readTexts(given['extensions']);
  if (extensions !== undefined) message.extensions = extensions;
  return message;
}

/** The list that holds the parts of a message or an artifact. */
export function partsOf(holder: JsonObject, noticed: Noticed): unknown {
  const parts = holder['parts'];
  if (Array.isArray(parts)) return parts;
  if (Array.isArray(holder['content'])) {
    noticed.bits |= FORM.protoForm;
    return holder['content'];
  }
  if (parts === undefined || parts === null) noticeAbsent(noticed, 'parts');
  else noticeWrong(noticed, 'parts');
  return undefined;
}

/** The texts of a list; `undefined` where there is no list. */
export function readTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : undefined;
}

function readRole(value: unknown, noticed: Noticed): Message['role'] {
  if (value === 'ROLE_USER' || value === 'ROLE_AGENT') {
    noticed.bits |= FORM.enumRole;
    return value === 'ROLE_USER' ? 'user' : 'agent';
  }
  if (value === 'user' || value === 'agent') {
    noticed.bits |= FORM.shortRole;
    return value;
  }
  noticed.bits |= FORM.oddRole;
  return undefined;
}
