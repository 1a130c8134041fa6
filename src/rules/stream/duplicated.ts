import { findArtifact } from '../../lifecycle/content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { samePrint } from '../../lifecycle/fingerprint.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { STREAM, type StreamRecord } from '../../lifecycle/stream-record.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isRepeated, wholeStream } from './stream-so-far.ts';

/** Repeated delivery is foreseen for web-hooks (§4.3.3) and not for streams; equal chunks may still be meant. */
export const duplicated: Rule = {
  id: 'stream/duplicated',
  title: 'Events are sent twice on one stream',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.5.2',
    revision: V1,
    says: 'Each stream of a task must receive the same events in the order in which they were generated. Repeated delivery is foreseen for web-hooks (4.3.3) and not for streams. An event generated once is received once.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: "An appended chunk extends the artifact; sent twice, the assembled artifact is no longer the task's.",
        clause: '7.2.3',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: "An appended chunk extends the artifact; sent twice, the assembled artifact is no longer the task's.",
        clause: '7.2.3',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'Appended text is doubled at the caller, and counters and prices built on events come out wrong.',
  remedy:
    'Attach each response to the event queue once, and check retries, fan-out and re-subscription for a second subscription to the same queue.',
  clauses: [
    clause(
      'status',
      (seen, at) => {
        const { stream } = at;
        if (stream === undefined || !isRepeated(at) || (stream.flags & STREAM.overlap) !== 0) return undefined;
        if (isTerminal(seen.state) || seen.message?.messageId !== undefined) return 'certain';
        return isPaired(stream) ? 'suspected' : undefined;
      },
      (seen) => `the same status event (${seen.state}) came twice in a row on one stream`,
      { needs: FACT.repeated },
    ),
    ...clauses(
      ['artifact', 'task', 'message'],
      (_seen, at) => (at.stream !== undefined && isRepeated(at) && isPaired(at.stream) ? 'suspected' : undefined),
      () => 'every frame of the stream has come twice',
      { needs: FACT.repeated },
    ),
    clause(
      'task',
      (seen, at) =>
        isRead(seen, at) && seen.task.state === 'completed' && takenOnce(at) !== undefined ? 'certain' : undefined,
      (_seen, at) => `a chunk of artifact ${takenOnce(at)} came twice, and a read holds it once`,
      { needs: FACT.read | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.status('completed', { final: true });
      stream.close('peer');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'ha');
      stream.artifact('a1', 'ha', { append: true });
      stream.artifact('a1', 'ha', { append: true });
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'hahaha' } });
    }),
  },
};

/** So many pairs have to differ from the one before them: equal chunks may be meant, such as dots for progress. */
const LEAST_PAIRS = 3;

/** Whether, with the frame being judged, which repeats the one before it, all frames so far came in pairs. */
function isPaired({ frames, repeats, flags }: StreamRecord): boolean {
  if (frames % 2 === 0 || (flags & STREAM.unpaired) !== 0) return false;
  return frames - repeats >= LEAST_PAIRS;
}

function takenOnce(at: Situation): string | undefined {
  for (let known = wholeStream(at.task)?.artifacts; known !== undefined; known = known.next) {
    if (known.doubt === undefined || known.doubt.repeated === 0) continue;
    const read = findArtifact(at.content, known.artifactId);
    if (read !== undefined && samePrint(known.doubt.once, read) && !samePrint(known, read)) return known.artifactId;
  }
  return undefined;
}
