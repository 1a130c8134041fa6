import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import type { StatusSeen } from '../../protocol/observation.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Work that really comes at the end is not held back: reads, or the peer's own timestamps, have to show that it was there. */
export const buffered: Rule = {
  id: 'stream/buffered',
  title: 'Everything on the stream arrives at once at the end',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.2',
    revision: V1,
    says: 'The agent must give immediate feedback on progress and intermediate results. The finding needs a task that ran longer than the window, whose reads showed earlier states or artifacts, and a stream that brought all its events in one burst at the end, and was read as they came.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The streaming send subscribes the caller to real-time updates of the task.',
        clause: '7.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The streaming send subscribes the caller to real-time updates of the task.',
        clause: '7.2',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The stream is no faster than polling: nobody sees progress or a question while the work goes on.',
  remedy:
    'Flush each event when it is written, and switch off response buffering and compression in the server and in every proxy.',
  clauses: [
    clause(
      'status',
      (seen, at) =>
        isTerminal(seen.state) && isTimed(seen, at) && !contradicts(seen, at) && bringsLate(at.stream, at)
          ? 'suspected'
          : undefined,
      () => 'the stream brought at its end what reads had shown long before',
      { needs: FACT.terminal },
    ),
    clause(
      'status',
      (seen, at) =>
        isTerminal(seen.state) && isTimed(seen, at) && spreadMs(at.stream, at) > 0 ? 'suspected' : undefined,
      (_seen, at) =>
        `the events came all at once, and by their own timestamps they are ${at.stream && spreadMs(at.stream, at)} ms apart`,
      { needs: FACT.terminal, severity: 'note' },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      s.read('working');
      s.wait(8_000);
      stream.status('working');
      stream.status('completed', { final: true });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted', { timestamp: '2026-01-01T00:00:00Z' });
      s.read('submitted', { timestamp: '2026-01-01T00:00:00Z' });
      s.wait(8_000);
      stream.status('working', { timestamp: '2026-01-01T00:00:08Z' });
      stream.status('completed', { final: true, timestamp: '2026-01-01T00:00:08.100Z' });
    }),
  },
};

/** Whether it is known when the stream brought what it did: we may have been the late ones. */
function isTimed({ lateMs }: StatusSeen, at: Situation): at is Situation & { readonly stream: StreamRecord } {
  return at.stream !== undefined && lateMs === undefined && (at.stream.flags & STREAM.readLate) === 0;
}

/** A stream that tells another end than reads do is not late with theirs. */
function contradicts({ state }: StatusSeen, { task }: Situation): boolean {
  return isTerminal(task.reads?.state) && task.reads.state !== state;
}

function bringsLate(stream: StreamRecord, at: Situation): boolean {
  if ((stream.flags & STREAM.late) !== 0) return at.now - stream.lastFrameAt <= at.limits.burstEndMs;
  return stream.behindSince !== 0 && at.now - stream.behindSince > at.limits.heldMs;
}

/** How far apart the peer's clock puts the events of a burst, if they came as one; else 0. */
function spreadMs(stream: StreamRecord, at: Situation): number {
  if (stream.frames < 2 || (stream.flags & STREAM.birth) === 0 || at.now - stream.secondAt > at.limits.burstMs)
    return 0;
  if (at.stamp === undefined || stream.secondStamp === undefined) return 0;
  const spread = at.stamp - stream.secondStamp;
  return spread >= at.limits.heldMs && at.now - stream.asked >= spread ? spread : 0;
}
