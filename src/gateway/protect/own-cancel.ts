import type { Observation, Vantage } from '../../protocol/observation.ts';
import type { Peer } from '../peer.ts';
import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import { PatientTimer } from './patient-timer.ts';

/** Cancels a task that nobody asked to be cancelled: nothing of it gets out until reads have shown what comes of that. */
export function cancelTask(desk: Desk, peer: Peer, entry: TaskEntry): void {
  const { guard, record } = entry;
  const { id } = record;
  if (guard?.voice === undefined || id === undefined || guard.final !== undefined) return;
  let vantage: Vantage | undefined;
  let refused = false;
  const see = (seen: Observation): void => {
    if (seen.kind === 'asked') vantage = seen.vantage;
    if (seen.kind === 'error' || seen.kind === 'failure') refused = true;
    desk.judge(peer, entry, seen);
    guard.see(seen);
  };
  const bound = desk.bounds.cancelAnswer;
  const hangs = new PatientTimer(() => {
    if (vantage !== undefined) see({ kind: 'silence', bound, vantage, received: desk.clock() });
    guard.arm();
  }, bound.ms);
  guard.canceling = true;
  guard.voice.ask({ operation: 'CancelTask', taskId: id }, see, () => {
    hangs.clear();
    if (refused) guard.release();
    guard.arm();
  });
}
