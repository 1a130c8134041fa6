import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMonitor } from '../../lifecycle/monitor.ts';
import { newPeerRecord } from '../../lifecycle/peer-record.ts';
import { newTaskRecord } from '../../lifecycle/record.ts';
import { compileRules } from '../../lifecycle/rule-table.ts';
import { aTask, type Scene, scene } from '../../lifecycle/scene.ts';
import type { RequestFacts } from '../../protocol/observation.ts';
import type { Binding } from '../../protocol/operation.ts';
import { pageToken as rule } from './page-token.ts';

/** Tasks by number, each as old as its number. */
function listed(...numbers: readonly number[]) {
  return numbers.map((n) => aTask('working', { taskId: `t${n}`, timestamp: new Date(1e12 - 1e3 * n).toISOString() }));
}

function page(s: Scene, request: RequestFacts, tasks: ReturnType<typeof listed>, nextPageToken = ''): void {
  s.call('ListTasks', request).list(tasks, { nextPageToken, totalSize: 9, pageSize: 2 });
}

/** Each page is a call of its own, and so a course of its own: what it repeats is known of the peer. */
function told(script: (s: Scene) => void, binding: Binding = 'JSONRPC'): readonly string[] {
  const { claims, observations } = scene(script, { binding });
  const peer = { claims, rules: compileRules([rule], '1.0', binding), record: newPeerRecord() };
  const records = new Map(observations.map(({ vantage }) => [vantage.id, newTaskRecord(peer)]));
  const monitor = createMonitor();
  return observations.flatMap((seen) => {
    const record = records.get(seen.vantage.id);
    return record === undefined
      ? []
      : monitor.step(record, seen).map(({ certainty, because }) => `${certainty}: ${because}`);
  });
}

describe('a page token', () => {
  it('leads on', () => {
    assert.deepEqual(
      told((s) => {
        page(s, {}, listed(1, 2), 'p2');
        page(s, { pageToken: 'p2' }, listed(3, 4), 'p3');
        page(s, { pageToken: 'p3' }, listed(5));
        page(s, {}, listed(1, 2), 'p2');
      }),
      [],
    );
  });

  it('that leads to the page that named it is told, over whatever binding', () => {
    for (const binding of ['JSONRPC', 'HTTP+JSON', 'GRPC'] as const) {
      assert.deepEqual(
        told((s) => {
          page(s, {}, listed(1, 2), 'p2');
          page(s, { pageToken: 'p2' }, listed(1, 2), 'p2');
        }, binding),
        ['certain: task t2 is listed again unchanged, and was the last one on the page that leads to this one'],
      );
    }
  });

  it('that counts tasks shows the last one again when another was added', () => {
    const repeated = told((s) => {
      page(s, {}, listed(1, 2), 'offset=2');
      page(s, { pageToken: 'offset=2' }, listed(2, 3));
    });
    assert.match(repeated.join(), /^certain: task t2 /);
  });

  it('that leads back to an earlier page is suspected: a task may have moved that the list goes by', () => {
    assert.deepEqual(
      told((s) => {
        page(s, {}, listed(1, 2), 'p2');
        page(s, { pageToken: 'p2' }, listed(3, 4), 'p3');
        page(s, { pageToken: 'p3' }, listed(1, 2), 'p2');
      }),
      ['suspected: task t2 is listed again unchanged, and was on an earlier page'],
    );
  });

  it('may lead to a task that has changed since, or one that has no time', () => {
    const untimed = [aTask('working', { taskId: 't1' })];
    const again = (second: ReturnType<typeof listed>, first = listed(2)) =>
      told((s) => {
        page(s, {}, first, 'p2');
        page(s, { pageToken: 'p2' }, second);
      });
    assert.deepEqual(again([aTask('completed', { taskId: 't2', timestamp: '2026-01-01T00:00:00Z' })]), []);
    assert.match(again(untimed, untimed).join(), /^suspected/);
  });

  it('of one list, caller or filter says nothing of another', () => {
    for (const other of [
      { contextId: 'c2' },
      { state: 'completed' },
      { updatedAfter: '2020-01-01T00:00:00Z' },
    ] as const) {
      assert.deepEqual(
        told((s) => {
          page(s, {}, listed(1, 2), '2');
          page(s, { ...other, pageToken: '2' }, listed(1, 2));
        }),
        [],
      );
    }
  });
});
