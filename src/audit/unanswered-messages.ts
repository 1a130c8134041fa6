import { isSend } from '../lifecycle/note-turn.ts';
import type { Observation } from '../protocol/observation.ts';

const ANSWERS: ReadonlySet<Observation['kind']> = new Set(['task', 'message', 'status', 'artifact']);

/** How what stands between says that it waited for the agent in vain. */
const OF_NO_AGENT: ReadonlySet<number> = new Set([502, 504]);

/**
 * The ids of the messages that may have been taken in although nothing came back that tells so. What was wrong on
 * purpose, or holds nothing, gives nobody work.
 */
export function unansweredMessages(observations: readonly Observation[]): readonly string[] {
  const open = new Map<number, string>();
  for (const seen of observations) {
    const { id, operation, request } = seen.vantage;
    const { messageId, inputModes = [], probe } = request;
    if (!isSend(operation) || messageId === undefined || inputModes.length === 0 || probe !== undefined) continue;
    if (seen.kind === 'asked') open.set(id, messageId);
    else if (tellsWhatBecame(seen)) open.delete(id);
  }
  return [...new Set(open.values())];
}

function tellsWhatBecame(seen: Observation): boolean {
  if (seen.kind === 'failure') return !seen.sent;
  return seen.kind === 'error' ? !OF_NO_AGENT.has(seen.httpStatus) : ANSWERS.has(seen.kind);
}
