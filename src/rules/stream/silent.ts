import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { isOpen, STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Silence alone proves nothing; it does beside a read that shows news which the stream didn't bring (D§5). */
export const silent: Rule = {
  id: 'stream/silent',
  title: 'The stream tells nothing while the task moves',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.2',
    revision: V1,
    says: 'The agent must give immediate feedback on progress and intermediate results, and events must go to every open stream of the task (3.5.2). Silence alone shows nothing. The finding needs a read that shows a new state or artifact, asked after the stream was open, that the stream still had not brought when the window ended; or a stream that closed cleanly without a single event.',
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
  certainty: 'either',
  why: 'The caller waits on a channel that will not speak, while the task has long asked for input or ended.',
  remedy:
    'Publish every status and artifact event to the open streams of the task, also when another worker runs the task and behind every proxy.',
  clauses: [
    clause(
      'close',
      (seen, at) => {
        const { stream } = at;
        if (stream?.operation !== 'SendStreamingMessage' || stream.frames > 0 || seen.by === 'caller') return undefined;
        if ((stream.flags & (STREAM.opened | STREAM.error)) !== STREAM.opened) return undefined;
        return seen.by === 'peer' ? 'certain' : 'suspected';
      },
      () => 'the stream ended without a single event',
    ),
    clause(
      'silence',
      (seen, at) =>
        isOverdue(at.stream, at.now, Math.min(at.limits.inFlightGraceMs, seen.bound.ms / 2)) ? 'suspected' : undefined,
      (seen, at) => `for ${seen.bound.ms} ms the stream brought nothing, while reads show the task as ${at.task.state}`,
      { confirmed: true },
    ),
    clause(
      'task',
      (seen, at) => (isRead(seen, at) && overdueStream(at) !== undefined ? 'suspected' : undefined),
      (_seen, at) =>
        `reads have shown news for ${at.now - (overdueStream(at)?.behindSince ?? 0)} ms that the open stream hasn't brought`,
      { needs: FACT.read, confirmed: true },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      s.read('working');
      stream.silence(15_000);
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      s.read('working');
      stream.silence(15_000);
    }),
  },
};

function isOverdue(stream: StreamRecord | undefined, now: number, afterMs: number): boolean {
  return stream !== undefined && stream.behindSince !== 0 && isOpen(stream) && now - stream.behindSince >= afterMs;
}

function overdueStream(at: Situation): StreamRecord | undefined {
  for (let stream = at.task.streams; stream !== undefined; stream = stream.next) {
    if (isOverdue(stream, at.now, at.limits.silenceMs)) return stream;
  }
  return undefined;
}
