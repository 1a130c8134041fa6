import type { CallSight } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import { WatchedCall } from '../sight/watched-call.ts';
import type { Visit } from '../visit.ts';

export function protect(desk: Desk, visit: Visit, sight: CallSight): void {
  new WatchedCall(desk, visit, sight).start();
}
