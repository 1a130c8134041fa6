import { isSend } from '../lifecycle/note-turn.ts';
import type { FailureSeen, Observation } from '../protocol/observation.ts';
import type { Means } from './scenario.ts';
import type { Course } from './stage.ts';

/** How an agent receives our own calls: it answers some, turns each away for want of credentials, or was not asked. */
export type Reception = 'answered' | 'turned-away' | 'unasked';

const ANSWERS: ReadonlySet<Observation['kind']> = new Set([
  'task',
  'message',
  'status',
  'artifact',
  'list',
  'config',
  'card',
  'error',
]);

const OUTSIDERS: ReadonlySet<string | undefined> = new Set(['anonymous', 'forged-credentials']);

/** How our own calls were received. Those that somebody made who is to be turned away don't count. */
export function receptionOf(courses: readonly Course[]): Reception {
  let reception: Reception = 'unasked';
  for (const seen of courses.flatMap(({ observations }) => observations)) {
    const { channel, request } = seen.vantage;
    if (!ANSWERS.has(seen.kind) || channel === 'push' || OUTSIDERS.has(request.probe)) continue;
    if (seen.kind !== 'error' || seen.name !== 'Unauthenticated') return 'answered';
    reception = 'turned-away';
  }
  return reception;
}

/** What became of the messages: the agent took some in, or none of those that it was sent. */
export type Uptake = 'taken' | 'not-taken' | 'unasked';

const TAKEN: ReadonlySet<Observation['kind']> = new Set(['task', 'message', 'status', 'artifact']);

export function uptakeOf(courses: readonly Course[]): Uptake {
  const sends = courses.flatMap(({ observations }) => observations.filter(({ vantage }) => isSend(vantage.operation)));
  if (sends.some(({ kind }) => TAKEN.has(kind))) return 'taken';
  return sends.some(({ vantage }) => vantage.request.probe === undefined) ? 'not-taken' : 'unasked';
}

/** Whether a stream was left because of a limit of ours, so that nobody knows what more it would have brought. */
export function hasCutStream(courses: readonly Course[]): boolean {
  return courses.some(({ observations }) =>
    observations.some((seen) => seen.kind === 'defect' && seen.defect === 'frame-size'),
  );
}

/** How the last of our own reads failed, if it did: nothing that was expected of the task until then was seen. */
export function lastReadFailure(courses: readonly Course[]): FailureSeen | undefined {
  const reads = courses.flatMap(({ observations }) =>
    observations.filter(
      ({ kind, vantage }) =>
        vantage.operation === 'GetTask' &&
        (kind === 'task' || kind === 'error' || kind === 'failure') &&
        !OUTSIDERS.has(vantage.request.probe),
    ),
  );
  const last = reads.toSorted((a, b) => a.received - b.received).at(-1);
  return last?.kind === 'failure' && last.reason !== 'unreadable' ? last : undefined;
}

/** What to do about an agent that turns every call away. */
export function turnedAwayWords({ credentials }: Pick<Means, 'credentials'>): string {
  return credentials
    ? 'the agent turned the given credentials away: see --bearer and --header, and --header-origin for interfaces elsewhere'
    : 'the agent lets nobody in without credentials: give them by --bearer or --header';
}
