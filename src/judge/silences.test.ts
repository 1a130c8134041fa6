import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scene } from '../lifecycle/scene.ts';
import type { Observation } from '../protocol/observation.ts';
import { DEFAULT_SILENCES, type SilenceBounds, withSilences } from './silences.ts';

function silences(script: Parameters<typeof scene>[0], bounds?: SilenceBounds, end?: number): readonly string[] {
  return withSilences(scene(script).observations, bounds, end)
    .filter(({ kind }) => kind === 'silence')
    .map(({ vantage, received }) => `${vantage.channel} ${vantage.operation} at ${received}`);
}

const PUSH: SilenceBounds = { ...DEFAULT_SILENCES, push: { ms: 15_000, source: 'default' } };

describe('silences in a record', () => {
  it('are each window in which an open stream brought nothing', () => {
    const found = silences((s) => {
      const stream = s.stream();
      stream.task('working');
      s.wait(16_000);
      s.read('working');
      s.wait(15_000);
      stream.status('working');
      s.wait(14_000);
      stream.close('peer');
    });
    assert.deepEqual(found, ['stream SendStreamingMessage at 15030', 'stream SendStreamingMessage at 30030']);
  });

  it('are few, however long nothing happens', () => {
    assert.deepEqual(
      silences((s) => s.stream().task('working'), undefined, 1e300),
      ['stream SendStreamingMessage at 15030'],
    );
  });

  it('end with the stream, and with the record where it never ends', () => {
    assert.deepEqual(
      silences((s) => {
        s.stream().close('peer');
        s.wait(60_000);
        s.read('working');
      }),
      [],
    );
    assert.deepEqual(
      silences((s) => s.stream().task('working'), undefined, 20_000),
      ['stream SendStreamingMessage at 15030'],
    );
  });

  it('are told of a cancel that has no answer, while other calls have', () => {
    const found = silences((s) => {
      s.send().task('working');
      s.call('CancelTask', { taskId: 't1' });
      s.wait(12_000);
      s.read('working');
    });
    assert.deepEqual(found, ['answer CancelTask at 10030']);
  });

  it('are not told of a slow read or send', () => {
    assert.deepEqual(
      silences((s) => {
        const send = s.send();
        s.wait(60_000);
        send.task('working');
      }),
      [],
    );
  });

  it('are told of a web-hook only where deliveries were recorded, and its end was due', () => {
    const script: Parameters<typeof scene>[0] = (s) => {
      s.send({ pushUrl: 'https://hook.example/1' }).task('working');
      s.read('completed');
    };
    assert.deepEqual(silences(script, DEFAULT_SILENCES, 60_000), []);
    assert.deepEqual(silences(script, PUSH, 10_000), []);
    assert.deepEqual(silences(script, PUSH, 60_000), ['push SendMessage at 15040']);
    const delivered: Parameters<typeof scene>[0] = (s) => {
      script(s);
      s.push({ pushUrl: 'https://hook.example/1' }).task('completed');
    };
    assert.deepEqual(silences(delivered, PUSH, 60_000), []);
  });

  it('stand where they fell, and what was seen stays as it was', () => {
    const { observations } = scene((s) => {
      const stream = s.stream();
      s.wait(20_000);
      stream.task('working');
    });
    const all = withSilences(observations);
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ['asked', 'open', 'silence', 'task'],
    );
    assert.deepEqual(
      all.filter((seen: Observation) => seen.kind !== 'silence'),
      observations,
    );
  });
});
