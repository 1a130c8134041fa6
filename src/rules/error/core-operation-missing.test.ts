import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMonitor } from '../../lifecycle/monitor.ts';
import { newTaskRecord } from '../../lifecycle/record.ts';
import { compileRules } from '../../lifecycle/rule-table.ts';
import { type Scene, scene } from '../../lifecycle/scene.ts';
import { coreOperationMissing } from './core-operation-missing.ts';

describe('an operation that every agent has', () => {
  it('is missing where sends have no method', () => {
    assert.deepEqual(
      told((s) => s.send().error('MethodNotFound')),
      ['certain: sends are refused as MethodNotFound (HTTP 200)'],
    );
  });

  it('is missing where the URL takes no such call', () => {
    const found = told((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1' }).error('other', { httpStatus: 405 });
    });
    assert.deepEqual(found, ['certain: reads of task t1, which the agent gave out, are refused as other (HTTP 405)']);
  });

  it('may be missing where a task that was given out is refused as a fault of the caller', () => {
    const found = told((s) => {
      s.stream().task('working');
      s.call('GetTask', { taskId: 't1' }).error('other', { httpStatus: 400 });
    });
    assert.deepEqual(found, ['suspected: reads of task t1, which the agent gave out, are refused as other (HTTP 400)']);
  });

  it('is there if it has answered once', () => {
    const found = told((s) => {
      s.send().task('working');
      s.read('working');
      s.call('GetTask', { taskId: 't1' }).error('InvalidParams');
    });
    assert.deepEqual(found, []);
  });

  it('is there if the task is not found, nobody is let in, or the agent is in trouble', () => {
    const found = told((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
      s.call('GetTask', { taskId: 't1' }).error('Unauthenticated', { httpStatus: 401 });
      s.call('GetTask', { taskId: 't1' }).error('InternalError');
      s.call('GetTask', { taskId: 't1' }).error('other', { httpStatus: 503 });
    });
    assert.deepEqual(found, []);
  });

  it('is there if a message was taken, whatever the next one is refused as', () => {
    const found = told((s) => {
      s.send().task('completed');
      s.send({ taskId: 't1' }).error('other', { httpStatus: 501 });
      s.send({ taskId: 't1' }).error('other', { httpStatus: 405 });
      s.send({ taskId: 't1' }).error('MethodNotFound');
    });
    assert.deepEqual(found, []);
  });

  it('is there where something else is not implemented that a message asks for', () => {
    assert.deepEqual(
      told((s) => s.send().error('other', { httpStatus: 501, message: 'Push Notification is not supported' })),
      [],
    );
  });

  it('is not asked for by a read of a task that nobody gave out', () => {
    assert.deepEqual(
      told((s) => s.call('GetTask', { taskId: 't9' }).error('MethodNotFound')),
      [],
    );
  });

  it('is not missing where only streams are refused', () => {
    assert.deepEqual(
      told((s) => s.call('SendStreamingMessage').error('MethodNotFound')),
      [],
    );
  });
});

/** What is told of a course in 1.0 over JSON-RPC. */
function told(script: (s: Scene) => void): readonly string[] {
  const { claims, observations } = scene(script);
  const record = newTaskRecord({ claims, rules: compileRules([coreOperationMissing], '1.0', 'JSONRPC') });
  const monitor = createMonitor();
  return observations
    .flatMap((seen) => monitor.step(record, seen))
    .map(({ certainty, because }) => `${certainty}: ${because}`);
}
