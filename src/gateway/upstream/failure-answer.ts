import type { Refusal } from '../front/error-answer.ts';
import type { AgentFailure } from './agent-call.ts';

/** What a caller is told of an agent that did not answer. Says whether the request may have been taken in. */
export function failureAnswer({ reason, message, sent }: AgentFailure): Refusal {
  const status = reason === 'timeout' ? 504 : sent ? 502 : 503;
  const taken = sent ? 'Whether it took the request in is not known.' : 'Nothing was sent to it.';
  return { name: 'InternalError', message: `${message} ${taken}`, status };
}
