import type { ErrorSeen } from '../protocol/observation.ts';
import { noAnswerWords } from './failure-words.ts';
import { isTelling, type Reply } from './reply.ts';
import { Untested } from './untested.ts';
import type { Work } from './work.ts';

/** @throws Untested where the message led to no task */
export function requireTask(work: Work, reply: Reply): Work {
  if (reply.kind === 'refused') throw new Untested(refusedWords('the message', reply.error));
  if (work.id === undefined) {
    if (reply.kind === 'nothing') throw new Untested(noAnswerWords(reply.failure));
    throw new Untested(noTaskWords(work));
  }
  return work;
}

/** @throws Untested where nothing came but the agent's own trouble, which tells nothing of what was sent */
export function requireTelling(reply: Reply): Reply {
  if (isTelling(reply)) return reply;
  if (reply.kind === 'refused') throw new Untested(refusedWords('the message', reply.error));
  throw new Untested(noAnswerWords(reply.kind === 'nothing' ? reply.failure : undefined));
}

/** Why there is no task, where the message was refused. */
export function refusedWords(what: string, { name, code, httpStatus, message }: ErrorSeen): string {
  const number = code === undefined ? `HTTP ${httpStatus}` : `${code}`;
  return `the agent refused ${what}: ${name} (${number}) ${message.slice(0, 160)}`.trimEnd();
}

/** Why there is no task, where the message was answered. */
export function noTaskWords(work: Work): string {
  return work.message === undefined ? 'the answer names no task' : 'the agent answered with a message and made no task';
}
