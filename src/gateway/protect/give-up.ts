import { negotiateTaskLifecycle } from '../../contract/lifecycle-decision.ts';
import type { Finding } from '../../lifecycle/finding.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import type { Peer } from '../peer.ts';
import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import { cancelTask } from './own-cancel.ts';

/**
 * Takes work away from an agent that has broken what it rests on (D§8): its message is never sent there again, and the
 * task is cancelled, which is verified like any cancel.
 */
export function giveUpIfBroken(desk: Desk, peer: Peer, entry: TaskEntry, finding: Finding): void {
  const { rests, record } = entry;
  if (rests === undefined) return;
  const decision = negotiateTaskLifecycle(rests, finding);
  if (decision.kind === 'go-on') return;
  entry.rests = undefined;
  if (rests.messageId) desk.trust.refuse(peer.cardUrl, rests.messageId, decision.why);
  const over = entry.guard?.final !== undefined || isTerminal(record.state);
  if (record.id === undefined || over) return;
  desk.act(peer, 'canceled', record.id, decision.why);
  cancelTask(desk, peer, entry);
}
