import { extendsText, findArtifact } from '../../lifecycle/content.ts';
import { FACT } from '../../lifecycle/fact.ts';
import { samePrint } from '../../lifecycle/fingerprint.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';
import { wholeStream } from './stream-so-far.ts';

/** Text may really repeat itself: only a read that holds the last chunk and not the sum shows which was meant. */
export const cumulativeAppend: Rule = {
  id: 'stream/cumulative-append',
  title: 'Appended chunks repeat everything sent before',
  claim: 'stream',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'With `append` the content is added to what was sent. A chunk that holds the whole so far belongs in a replacement, without `append`.',
    clause: '4.2.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'With `append` the content is added to what was sent.',
        clause: '7.2.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '`append: true` adds parts to the artifact.',
        clause: '7.2.3',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'A reader that does what `append` says shows the beginning of the text again and again.',
  remedy: 'Send only what is new with `append: true`, or the whole with `append: false`.',
  clauses: [
    clause(
      'artifact',
      (seen, at) => {
        if (!seen.append) return undefined;
        const doubt = findArtifact(at.stream?.artifacts, seen.artifact.artifactId)?.doubt;
        if (doubt === undefined || doubt.cumulative === 0) return undefined;
        return extendsText(doubt.once, seen.artifact.parts, at.key) ? 'suspected' : undefined;
      },
      (seen) => `appended chunks of artifact ${seen.artifact.artifactId} begin with all that came before`,
      { needs: FACT.append },
    ),
    clause(
      'task',
      (seen, at) =>
        isRead(seen, at) && seen.task.state === 'completed' && summedUp(at) !== undefined ? 'certain' : undefined,
      (_seen, at) =>
        `a read holds the last chunk of artifact ${summedUp(at)}, and not what its appended chunks add up to`,
      { needs: FACT.read | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'It begins');
      stream.artifact('a1', 'It begins and goes on', { append: true });
      stream.artifact('a1', 'It begins and goes on to its end', { append: true });
      stream.status('completed', { final: true });
      s.read('completed', { artifacts: { a1: 'It begins and goes on to its end' } });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('a1', 'It begins');
      stream.artifact('a1', 'It begins and goes on');
      stream.artifact('a1', 'It begins and goes on to its end');
      stream.status('completed', { final: true });
      s.read('completed', { artifacts: { a1: 'It begins and goes on to its end' } });
    }),
  },
};

function summedUp(at: Situation): string | undefined {
  for (let known = wholeStream(at.task)?.artifacts; known !== undefined; known = known.next) {
    if (known.doubt === undefined || known.doubt.cumulative === 0) continue;
    const read = findArtifact(at.content, known.artifactId);
    if (read !== undefined && samePrint(known.doubt.once, read) && !samePrint(known, read)) return known.artifactId;
  }
  return undefined;
}
