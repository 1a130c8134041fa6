import { excerpt } from '../protocol/excerpt.ts';
import type { Message, Part, Task } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';

const CLOSED_BY = { peer: 'by the agent', caller: 'by the caller', broken: 'by a broken connection' } as const;

/** What was seen, in a few words for people. They quote the agent: escape them where they are shown. */
export function seenWords(seen: Observation): string {
  switch (seen.kind) {
    case 'asked':
      return askedWords(seen.vantage.request);
    case 'task':
      return taskWords(seen.task);
    case 'status':
      return `status ${seen.state}${seen.final ? ', final' : ''}${named(seen.taskId)}${said(seen.message)}`;
    case 'artifact': {
      const marks = `${seen.append ? ', appended' : ''}${seen.lastChunk ? ', last chunk' : ''}`;
      return `artifact ${excerpt(seen.artifact.artifactId)}${marks}: ${contentWords(seen.artifact.parts)}`;
    }
    case 'message':
      return `a message${said(seen.message)}`;
    case 'error': {
      const code = seen.code === undefined ? '' : ` ${seen.code}`;
      return `error ${seen.name}${code}, HTTP ${seen.httpStatus}: ${excerpt(seen.message)}`;
    }
    case 'failure':
      return `no answer (${seen.reason}): ${excerpt(seen.message)}`;
    case 'open':
      return 'an event stream begins';
    case 'close':
      return `the stream is closed ${CLOSED_BY[seen.by]}`;
    case 'silence':
      return `nothing for ${seen.bound.ms} ms`;
    case 'defect':
      return excerpt(seen.detail);
    case 'list':
      return `a list of ${counted(seen.tasks.length, 'task')}`;
    case 'config':
      return counted(seen.configs.length, 'push config');
    case 'card':
      return 'an extended card';
  }
}

function askedWords(request: Observation['vantage']['request']): string {
  const facts = [
    request.taskId === undefined ? [] : [`task ${excerpt(request.taskId)}`],
    request.contextId === undefined ? [] : [`context ${excerpt(request.contextId)}`],
    request.messageId === undefined ? [] : [`message ${excerpt(request.messageId)}`],
    request.blocking === undefined ? [] : [request.blocking ? 'waits' : 'does not wait'],
    request.historyLength === undefined ? [] : [`history ${request.historyLength}`],
    request.pushUrl === undefined ? [] : [`web-hook ${excerpt(request.pushUrl)}`],
    request.probe === undefined ? [] : [`wrong on purpose: ${request.probe}`],
  ].flat();
  return facts.length === 0 ? 'asked' : `asked: ${facts.join(', ')}`;
}

function taskWords({ id, state, timestamp, artifacts = [], history = [], statusMessage }: Task): string {
  const facts = [
    ...(timestamp === undefined ? [] : [`since ${excerpt(timestamp)}`]),
    ...artifacts.slice(0, 3).map(({ artifactId, parts }) => `artifact ${excerpt(artifactId)}: ${contentWords(parts)}`),
    ...(artifacts.length > 3 ? [`${artifacts.length - 3} more`] : []),
    ...(history.length === 0 ? [] : [counted(history.length, 'message')]),
  ];
  return `task ${excerpt(id)} ${state}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}${said(statusMessage)}`;
}

function named(taskId: string | undefined): string {
  return taskId === undefined ? '' : ` of task ${excerpt(taskId)}`;
}

function said(message: Message | undefined): string {
  return message === undefined || message.parts.length === 0 ? '' : `: ${contentWords(message.parts)}`;
}

function contentWords(parts: readonly Part[]): string {
  const text = parts.map((part) => part.text ?? '').join('');
  if (text !== '') return `“${excerpt(text)}”`;
  return parts.length === 0 ? 'no parts' : counted(parts.length, 'part');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
