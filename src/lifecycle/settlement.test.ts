import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Scene, scene } from './scene.ts';
import { Settlement } from './settlement.ts';
import type { SettleCheck, SettleTimes, Verdict } from './verdict.ts';

const TIMES: SettleTimes = { gapMs: 1_000, withinMs: 15_000, watchMs: 10_000, watchMostMs: 60_000 };

/** What is known `later` ms after the last thing that a scene shows. */
function verdictOf(script: (scene: Scene) => void, later = 0, without: readonly SettleCheck[] = []): Verdict {
  const { observations } = scene(script);
  const settlement = new Settlement(TIMES, new Set(without));
  for (const seen of observations) settlement.observe(seen);
  return settlement.verdict((observations.at(-1)?.received ?? 0) + later);
}

/** Reads of the same kind over a time, two seconds apart. */
function reads(s: Scene, forMs: number, read: () => void): void {
  for (let past = 0; past <= forMs; past += 2_000) {
    read();
    s.wait(2_000);
  }
}

describe('completed', () => {
  it('is settled by two reads a second apart that hold the same', () => {
    const verdict = verdictOf((s) => {
      s.read('completed', { artifacts: { a: 'x' } });
      s.wait(1_000);
      s.read('completed', { artifacts: { a: 'x' } });
    });
    assert.equal(verdict.kind, 'settled');
  });

  it('is not settled by one read, nor by a stream and one read', () => {
    const verdict = verdictOf((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed');
      s.read('completed');
    });
    assert.deepEqual(verdict, { kind: 'told', state: 'completed' });
  });

  it('is not settled by two reads at once', () => {
    const verdict = verdictOf((s) => {
      s.read('completed');
      s.read('completed');
    });
    assert.equal(verdict.kind, 'told');
  });

  it('is not settled while its artifacts change, and is given up as contradicted when they never rest', () => {
    let version = 0;
    const changing = (s: Scene): void =>
      reads(s, 20_000, () => s.read('completed', { artifacts: { a: `v${version++}` } }));
    const verdict = verdictOf(changing);
    assert.equal(verdict.kind === 'contradicted' && verdict.by, 'content');
  });

  it('is settled in spite of an old read in between', () => {
    const verdict = verdictOf((s) => {
      s.read('completed', { artifacts: { a: 'x' } });
      s.wait(500);
      s.read('working');
      s.wait(500);
      s.read('completed', { artifacts: { a: 'x' } });
    });
    assert.equal(verdict.kind, 'settled');
  });

  it('is contradicted by reads that first said failed', () => {
    const verdict = verdictOf((s) => {
      s.read('failed');
      s.wait(1_000);
      s.read('completed');
      s.wait(1_000);
      s.read('completed');
    });
    assert.equal(verdict.kind === 'contradicted' && verdict.by, 'state');
  });

  it('is not settled by one read and a purge, whatever a stream had told before', () => {
    const verdict = verdictOf((s) => {
      s.stream().status('canceled');
      s.read('completed');
      reads(s, 12_000, () => s.call('GetTask').error('TaskNotFound'));
    });
    assert.deepEqual(verdict, { kind: 'unconfirmed', state: 'canceled', why: 'purged' });
  });

  it('is not told by events and reads of another task', () => {
    const verdict = verdictOf((s) => {
      s.stream().task('working');
      s.stream('SubscribeToTask').status('completed', { taskId: 't2' });
      reads(s, 4_000, () => s.read('completed', { taskId: 't2' }));
    });
    assert.equal(verdict.kind, 'open');
  });

  it('is unconfirmed if the task is purged before a read shows it', () => {
    const verdict = verdictOf((s) => {
      s.stream().status('completed');
      s.call('GetTask').error('TaskNotFound');
      s.wait(1_000);
      s.call('GetTask').error('TaskNotFound');
    });
    assert.deepEqual(verdict, { kind: 'unconfirmed', state: 'completed', why: 'purged' });
  });

  it('is unconfirmed if reads go on to show the task as running', () => {
    const verdict = verdictOf((s) => {
      s.stream().status('completed');
      reads(s, 20_000, () => s.read('working'));
    });
    assert.deepEqual(verdict, { kind: 'unconfirmed', state: 'completed', why: 'not-shown' });
  });
});

describe('canceled', () => {
  it('is settled by a quiet watch whose every read says so', () => {
    const verdict = verdictOf((s) => {
      s.cancel('canceled');
      reads(s, 12_000, () => s.read('canceled'));
    });
    assert.equal(verdict.kind, 'settled');
  });

  it('is not settled before the watch is over', () => {
    const verdict = verdictOf((s) => {
      s.cancel('canceled');
      reads(s, 8_000, () => s.read('canceled'));
    });
    assert.equal(verdict.kind, 'told');
  });

  it('is watched anew from the last frame on', () => {
    const verdict = verdictOf((s) => {
      const stream = s.stream();
      stream.task('working');
      s.cancel('canceled');
      reads(s, 6_000, () => s.read('canceled'));
      stream.artifact('a', 'more');
      reads(s, 8_000, () => s.read('canceled'));
    });
    assert.equal(verdict.kind, 'told');
  });

  it('is watched anew from the first read behind a frame, not from the frame', () => {
    const disturbed = (s: Scene): void => {
      const stream = s.stream();
      stream.task('working');
      s.read('canceled');
      stream.artifact('a', 'more');
      s.wait(4_000);
      s.read('canceled');
      s.wait(9_000);
      s.read('canceled');
    };
    assert.equal(verdictOf(disturbed).kind, 'told');
    assert.equal(
      verdictOf((s) => {
        disturbed(s);
        s.wait(1_000);
        s.read('canceled');
      }).kind,
      'settled',
    );
  });

  it('is not settled by one answer that it is not found, and is watched anew if it is found again', () => {
    const vanished = (s: Scene): void => {
      s.read('canceled');
      s.wait(10_000);
      s.call('GetTask').error('TaskNotFound');
    };
    assert.equal(verdictOf(vanished).kind, 'told');
    const foundAgain = verdictOf((s) => {
      vanished(s);
      s.read('canceled');
    });
    assert.equal(foundAgain.kind, 'told');
  });

  it('is watched for twice the longest pause between what reads have shown, too', () => {
    const watched = (forMs: number) =>
      verdictOf((s) => {
        s.read('working');
        s.wait(9_000);
        s.read('working', { artifacts: { a: 'x' } });
        reads(s, forMs, () => s.read('canceled', { artifacts: { a: 'x' } }));
      }).kind;
    assert.equal(watched(14_000), 'told');
    assert.equal(watched(20_000), 'settled');
  });

  it('is not disturbed by the stream telling of the cancel', () => {
    const verdict = verdictOf((s) => {
      const stream = s.stream();
      stream.task('working');
      s.cancel('canceled');
      s.read('canceled');
      stream.status('canceled');
      stream.close('peer');
      reads(s, 12_000, () => s.read('canceled'));
    });
    assert.equal(verdict.kind, 'settled');
  });

  it('is settled if the agent forgets the task', () => {
    const verdict = verdictOf((s) => {
      s.cancel('canceled');
      s.read('canceled');
      s.wait(1_000);
      reads(s, 12_000, () => s.call('GetTask').error('TaskNotFound'));
    });
    assert.equal(verdict.kind === 'settled' && verdict.purged, true);
  });

  it('is contradicted by completed reads', () => {
    const verdict = verdictOf((s) => {
      s.cancel('canceled');
      s.read('canceled');
      s.wait(5_000);
      s.read('completed');
      s.wait(1_000);
      s.read('completed');
    });
    assert.equal(verdict.kind === 'contradicted' && verdict.before.state, 'canceled');
  });

  it('is watched for twice the longest pause that the task has shown', () => {
    const watched = (forMs: number) =>
      verdictOf((s) => {
        const stream = s.stream();
        stream.task('working');
        s.wait(9_000);
        stream.artifact('a', 'x');
        s.cancel('canceled');
        reads(s, forMs, () => s.read('canceled', { artifacts: { a: 'x' } }));
      }).kind;
    assert.equal(watched(14_000), 'told');
    assert.equal(watched(20_000), 'settled');
  });
});

describe('a cancel that stops nothing', () => {
  it('ends as running once its bound has passed', () => {
    const ignored = (later: number) =>
      verdictOf((s) => {
        s.read('working');
        s.cancel('working');
        s.read('working');
      }, later).kind;
    assert.equal(ignored(60_000), 'open');
    assert.equal(ignored(75_000), 'running');
  });

  it('ends sooner where the agent refused it', () => {
    const refused = (s: Scene): void => {
      s.read('working');
      s.call('CancelTask').error('InternalError');
      s.read('working');
    };
    assert.equal(verdictOf(refused, 15_000).kind, 'running');
  });

  it('is watched to its end if the agent refused it because the task was canceled already', () => {
    const verdict = verdictOf((s) => {
      s.call('CancelTask').error('TaskNotCancelable');
      reads(s, 12_000, () => s.read('canceled'));
    });
    assert.equal(verdict.kind, 'settled');
  });

  it('leaves every end legal', () => {
    const verdict = verdictOf((s) => {
      s.cancel('working');
      s.read('completed');
      s.wait(1_000);
      s.read('completed');
    });
    assert.equal(verdict.kind, 'settled');
  });
});

describe('a task whose reads the agent does not serve', () => {
  const unserved = (s: Scene, times: number): void => {
    for (let read = 0; read < times; read++) s.call('GetTask').error('MethodNotFound');
  };

  it('has the end that a stream told after three of them, unconfirmed, without a wait for more', () => {
    const told = (times: number) =>
      verdictOf((s) => {
        s.stream().status('completed');
        unserved(s, times);
      }, 1_001).kind;
    assert.equal(told(2), 'told');
    assert.equal(told(3), 'unconfirmed');
  });

  it('is watched no longer behind a cancel than its stream may tell that it goes on', () => {
    const canceled = (later: number) =>
      verdictOf((s) => {
        s.stream().task('working');
        unserved(s, 3);
        s.cancel('canceled');
      }, later).kind;
    assert.equal(canceled(9_000), 'told');
    assert.equal(canceled(12_000), 'running');
  });

  it('is read on where they were served once, or are again', () => {
    for (const script of [
      (s: Scene): void => {
        s.read('working');
        unserved(s, 3);
      },
      (s: Scene): void => {
        unserved(s, 3);
        s.read('working');
      },
    ]) {
      const verdict = verdictOf((s) => {
        s.stream().status('completed');
        script(s);
      }, 5_000);
      assert.equal(verdict.kind, 'told');
    }
  });
});

describe('failed and rejected', () => {
  it('take a read that was asked after they were told', () => {
    const told = (s: Scene): void => {
      s.stream().status('failed');
      s.wait(1);
      s.read('failed');
    };
    assert.equal(verdictOf(told).kind, 'settled');
  });

  it('are not settled by the one read that told them', () => {
    assert.equal(verdictOf((s) => s.read('rejected')).kind, 'told');
  });
});

it('is read no more often where reads fail or tell of another task', () => {
  for (const read of [
    (s: Scene) => s.call('GetTask').failure('timeout'),
    (s: Scene) => s.call('GetTask').error('InternalError'),
    (s: Scene) => s.read('completed', { taskId: 't2' }),
  ]) {
    const { observations } = scene((s) => {
      s.read('working');
      s.stream('SubscribeToTask').status('completed');
      read(s);
    });
    const settlement = new Settlement(TIMES);
    for (const seen of observations) settlement.observe(seen);
    const now = observations.at(-1)?.received ?? 0;
    assert.equal(settlement.readDue(now), now + TIMES.gapMs);
  }
});

it('is lost when a task that told no end is not found for long', () => {
  const notFoundFor = (ms: number): string =>
    verdictOf((s) => {
      s.read('working');
      s.call('GetTask').error('TaskNotFound');
      s.wait(ms);
      s.call('GetTask').error('TaskNotFound');
    }).kind;
  assert.equal(notFoundFor(1_000), 'open');
  assert.equal(notFoundFor(15_000), 'lost');
});
