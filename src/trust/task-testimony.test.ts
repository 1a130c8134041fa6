import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aFinding, anInterface, aVantage } from '../../test/trust/sample-finding.ts';
import { CLAIMS } from '../lifecycle/finding.ts';
import type { Observation } from '../protocol/observation.ts';
import type { Operation } from '../protocol/operation.ts';
import type { TaskState } from '../protocol/task-state.ts';
import { PeerCapabilityCache } from './peer-capability-cache.ts';
import { TaskTestimony } from './task-testimony.ts';

function setUp() {
  const trust = new PeerCapabilityCache({ clock: () => 0 });
  const at = anInterface();
  const shown = () =>
    Object.fromEntries(
      CLAIMS.map((claim) => [claim, trust.standingOf(at, claim).state] as const).filter(
        ([, state]) => state !== 'unverified',
      ),
    );
  return { trust, at, task: new TaskTestimony(trust, at), shown };
}

const told = (operation: Operation, state: TaskState): Observation => ({
  kind: 'status',
  taskId: 'task-1',
  contextId: undefined,
  state,
  timestamp: undefined,
  message: undefined,
  final: undefined,
  vantage: aVantage(operation),
  received: 2,
});
const read = (operation: Operation, state: TaskState): Observation => ({
  kind: 'task',
  task: {
    id: 'task-1',
    contextId: 'context-1',
    state,
    timestamp: undefined,
    statusMessage: undefined,
    artifacts: undefined,
    history: undefined,
    raw: {},
  },
  vantage: aVantage(operation),
  received: 3,
});

describe('what a task shows', () => {
  it('is that its stream and its task were kept, once it has settled', () => {
    const { task, shown } = setUp();
    task.observe(told('SubscribeToTask', 'working'));
    task.observe(told('SubscribeToTask', 'completed'));
    assert.deepEqual(shown(), {});
    task.end({ settled: true });
    assert.deepEqual(shown(), { task: 'verified', 'stream.subscribe': 'verified' });
  });

  it('is nothing of a stream that told no end, nor of a task whose end is in doubt', () => {
    const { task, shown } = setUp();
    task.observe(told('SendStreamingMessage', 'working'));
    task.observe(read('CancelTask', 'canceled'));
    task.end({ settled: false });
    assert.deepEqual(shown(), {});
  });

  it('is that a cancel was kept, when it was answered so and settled', () => {
    const { task, shown } = setUp();
    task.observe(read('CancelTask', 'canceled'));
    task.end({ settled: true });
    assert.deepEqual(shown(), { task: 'verified', cancel: 'verified' });
  });

  it('is what was broken, at once, and not that it was kept otherwise', () => {
    const { task, shown } = setUp();
    task.found(aFinding({ claim: 'stream.send' }));
    assert.deepEqual(shown(), { 'stream.send': 'suspect' });
    task.found(aFinding({ claim: 'task', certainty: 'suspected', severity: 'warning', rule: 'task/stale-read' }));
    task.observe(told('SendStreamingMessage', 'completed'));
    task.end({ settled: true });
    assert.deepEqual(shown(), { 'stream.send': 'suspect' });
  });

  it('is that web-hooks are called, when one told the end', () => {
    const { task, shown } = setUp();
    task.observe({
      ...told('CreateTaskPushNotificationConfig', 'completed'),
      vantage: aVantage('CreateTaskPushNotificationConfig', { channel: 'push' }),
    });
    task.end({ settled: false });
    assert.deepEqual(shown(), { pushNotifications: 'verified' });
  });
});

describe('a silence', () => {
  const silence: Observation = {
    kind: 'silence',
    bound: { ms: 15_000, source: 'default' },
    vantage: aVantage('SubscribeToTask'),
    received: 15_002,
  };
  const mute = aFinding({ rule: 'stream/silent', claim: 'stream.subscribe', seen: silence });

  it('counts once the agent is heard of again', () => {
    const { task, shown } = setUp();
    task.found(mute);
    task.observe(silence);
    assert.deepEqual(shown(), {});
    task.observe(read('GetTask', 'working'));
    assert.deepEqual(shown(), { 'stream.subscribe': 'suspect' });
  });

  it('never counts where nothing more was heard: our network may be away', () => {
    const { task, shown } = setUp();
    task.found(mute);
    task.observe(silence);
    task.observe({
      kind: 'failure',
      reason: 'unreachable',
      sent: false,
      message: 'no route',
      vantage: aVantage(),
      received: 4,
    });
    task.end({ settled: false });
    task.observe(read('GetTask', 'working'));
    assert.deepEqual(shown(), {});
  });
});
