import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aMessage, scene } from '../lifecycle/scene.ts';
import { RULES } from '../rules/catalogue.ts';
import { seenWords } from './seen-words.ts';

function words(script: Parameters<typeof scene>[0]): readonly string[] {
  return scene(script).observations.map(seenWords);
}

describe('what was seen, in words', () => {
  it('is said of calls, snapshots and events', () => {
    assert.deepEqual(
      words((s) => {
        const stream = s.stream('SendStreamingMessage', { messageId: 'm1', taskId: 't1' });
        stream.task('working', { artifacts: { a1: 'half of it' }, message: aMessage('at it') });
        stream.artifact('a1', 'the rest', { append: true, lastChunk: true });
        stream.status('completed', { final: true });
        stream.close('peer');
      }),
      [
        'asked: task t1, message m1',
        'an event stream begins',
        'task t1 working (artifact a1: “half of it”): “at it”',
        'artifact a1, appended, last chunk: “the rest”',
        'status completed, final of task t1',
        'the stream is closed by the agent',
      ],
    );
  });

  it('is said of refusals and of nothing at all', () => {
    assert.deepEqual(
      words((s) => {
        s.call('CancelTask', { taskId: 't1' }).error('TaskNotCancelable', { message: 'too late' });
        s.call('GetTask', { taskId: 't1' }).failure('timeout');
        s.stream('SubscribeToTask').silence(15_000);
      }).filter((line) => !line.startsWith('asked')),
      [
        'error TaskNotCancelable -32002, HTTP 200: too late',
        'no answer (timeout): timeout',
        'an event stream begins',
        'nothing for 15000 ms',
      ],
    );
  });

  it('is something short of everything that the traces of the rules hold', () => {
    for (const { id, pair } of RULES) {
      for (const seen of [...pair.raises.observations, ...pair.nearMiss.observations]) {
        const line = seenWords(seen);
        if (seen.kind !== 'error') assert.doesNotMatch(line, /undefined|\[object/, `${id}: ${line}`);
        assert.ok(line.length > 0 && line.length < 600, `${id}: ${line.length} characters`);
      }
    }
  });
});
