import type { Visit } from '../visit.ts';
import type { AgentCall, AgentRequest } from './agent-call.ts';

/**
 * Sends the caller's own request on to the agent.
 *
 * @param streaming its answer may take as long as a task does
 * @param other what of it is otherwise
 */
export function passOn(
  { peer, place, request, forwarded, body }: Visit,
  streaming: boolean,
  call: AgentCall,
  other?: Partial<AgentRequest>,
): void {
  const own: AgentRequest = {
    method: request.method ?? 'GET',
    path: place.path,
    headers: forwarded.headers,
    body: body.length === 0 ? undefined : body,
  };
  peer.pool(place.origin).dispatch(other === undefined ? own : { ...own, ...other }, streaming, call);
}
