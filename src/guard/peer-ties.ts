import { newPeerRecord, type PeerRecord } from '../lifecycle/peer-record.ts';
import { PeerPace } from './peer-pace.ts';

/** What all delegations of this process to one interface share: what it can bear, and what was seen over all its tasks. */
export interface PeerTies {
  readonly pace: PeerPace;
  readonly record: PeerRecord;
}

const MOST = 1_000;

const ties = new Map<string, PeerTies>();

/** The ties to an interface; those that were not used for the longest time are let go. */
export function tiesTo(...key: readonly (string | undefined)[]): PeerTies {
  const id = JSON.stringify(key);
  const known = ties.get(id) ?? { pace: new PeerPace(), record: newPeerRecord('many') };
  ties.delete(id);
  ties.set(id, known);
  if (ties.size > MOST) {
    for (const oldest of ties.keys()) {
      ties.delete(oldest);
      break;
    }
  }
  return known;
}
