import { suspectTime, type TrustBounds } from './bounds.ts';
import type { Standing } from './trust-view.ts';

/** What is remembered of one claim of one interface: plain data. Times are in ms since the epoch. */
export interface ClaimRecord {
  /** How often it was demoted so far. Nothing but a reset or a long silence makes it less. */
  readonly demotions: number;
  readonly kept: Kept | undefined;
  readonly broken: Broken | undefined;
  /** When it was kept again, after the last break that was cleared. */
  readonly clearedAt?: number;
  readonly doubts: readonly Doubt[];
  /** The newest observation. */
  readonly seenAt: number;
}

interface Kept {
  readonly at: number;
  readonly times: number;
}

interface Broken {
  readonly rule: string;
  readonly at: number;
  readonly until: number;
  /** No probe before this. */
  readonly probeFrom: number;
  /** It was kept again since. */
  readonly passed: Kept | undefined;
}

/** A suspicion that nothing has confirmed yet. `witness` tells which run it is from, and how it was seen. */
interface Doubt {
  readonly rule: string;
  readonly witness: string;
  readonly at: number;
}

/** More are not needed: two that differ make a demotion. */
const MOST_DOUBTS = 8;

const UNSEEN: ClaimRecord = { demotions: 0, kept: undefined, broken: undefined, doubts: [], seenAt: 0 };

/** What the record is worth at a time. */
export function standingAt(record: ClaimRecord | undefined, now: number, bounds: TrustBounds): Standing {
  if (record === undefined || now - record.seenAt > bounds.forgetMs) return { state: 'unverified' };
  const { broken, kept, demotions } = cleared(record, now);
  if (broken !== undefined) {
    const { at: since, until, rule } = broken;
    return { state: 'suspect', since, until, rule, relapses: demotions - 1 };
  }
  if (kept === undefined || now - kept.at > bounds.verifiedMs) return { state: 'unverified' };
  return { state: 'verified', keptAt: kept.at, times: kept.times };
}

/** From when on a suspect claim may be probed; `undefined` for one that isn't suspect. */
export function probeFrom(record: ClaimRecord | undefined, now: number): number | undefined {
  return record === undefined ? undefined : cleared(record, now).broken?.probeFrom;
}

/** It was exercised, and kept. */
export function keptAt(record: ClaimRecord = UNSEEN, at: number, bounds: TrustBounds): ClaimRecord {
  const before = cleared(record, at);
  const seenAt = Math.max(before.seenAt, at);
  const { broken } = before;
  if (broken === undefined) return { ...before, kept: again(before.kept, at, bounds), seenAt };
  // What was seen before the break, and is only told now, clears nothing.
  if (at <= broken.at) return before;
  return cleared({ ...before, broken: { ...broken, passed: again(broken.passed, at, bounds) }, seenAt }, at);
}

/** It was exercised, and broken. */
export function brokenAt(record: ClaimRecord = UNSEEN, rule: string, at: number, bounds: TrustBounds): ClaimRecord {
  const before = cleared(record, at);
  const { broken } = before;
  // Within its time, a claim that never recovered is still broken by the same cause.
  const relapsed = broken === undefined || broken.passed !== undefined || at >= broken.until;
  const demotions = before.demotions + (relapsed ? 1 : 0);
  const time = suspectTime(demotions, bounds);
  return {
    demotions,
    kept: undefined,
    broken: {
      rule,
      at: Math.max(at, broken?.at ?? at),
      until: Math.max(at + time, broken?.until ?? 0),
      probeFrom: broken === undefined ? at : Math.max(broken.probeFrom, at + time * bounds.probePause),
      passed: undefined,
    },
    doubts: [],
    seenAt: Math.max(before.seenAt, at),
  };
}

/** Something points to its being broken. Only a second run, or a second vantage, makes that a demotion. */
export function doubtedAt(
  record: ClaimRecord = UNSEEN,
  { rule, witness }: { readonly rule: string; readonly witness: string },
  at: number,
  bounds: TrustBounds,
): ClaimRecord {
  const fresh = record.doubts.filter((doubt) => at - doubt.at <= bounds.doubtMs);
  if (fresh.some((doubt) => doubt.rule === rule && doubt.witness !== witness)) {
    return brokenAt(record, rule, at, bounds);
  }
  const others = fresh.filter((doubt) => doubt.rule !== rule);
  const doubts = [...others, { rule, witness, at }].slice(-MOST_DOUBTS);
  return { ...record, doubts, seenAt: Math.max(record.seenAt, at) };
}

/** The card has changed: what was verified is so no longer. What was broken stays so, and may be probed at once. */
export function cardChangedAt(record: ClaimRecord, at: number): ClaimRecord {
  const { broken, ...rest } = cleared(record, at);
  return { ...rest, kept: undefined, broken: broken && { ...broken, probeFrom: 0, passed: undefined } };
}

/** Whether a record that began with the history of another has since cleared what that one is suspect of. */
export function hasCleared(record: ClaimRecord, origin: ClaimRecord, now: number): boolean {
  const { broken, clearedAt = 0, demotions } = cleared(record, now);
  return broken === undefined && clearedAt > (origin.broken?.at ?? 0) && demotions >= origin.demotions;
}

/** The more suspicious of two records in every respect; for what takes over the history of others. */
export function moreSuspicious(a: ClaimRecord, b: ClaimRecord | undefined): ClaimRecord {
  if (b === undefined) return a;
  const [worse, other] = (a.broken?.until ?? 0) >= (b.broken?.until ?? 0) ? [a, b] : [b, a];
  return {
    ...worse,
    demotions: Math.max(a.demotions, b.demotions),
    kept: undefined,
    broken: worse.broken && { ...worse.broken, passed: undefined },
    doubts: [...other.doubts, ...worse.doubts].slice(-MOST_DOUBTS),
    seenAt: Math.max(a.seenAt, b.seenAt),
  };
}

/** A claim that was kept again, and whose time is over, is verified; that it had been broken counts for the next time. */
function cleared(record: ClaimRecord, now: number): ClaimRecord {
  const { broken } = record;
  if (broken?.passed === undefined || now < broken.until) return record;
  return { ...record, broken: undefined, clearedAt: broken.passed.at, kept: broken.passed };
}

function again(kept: Kept | undefined, at: number, bounds: TrustBounds): Kept {
  if (kept === undefined || at - kept.at > bounds.verifiedMs) return { at, times: 1 };
  return { at: Math.max(kept.at, at), times: kept.times + 1 };
}
