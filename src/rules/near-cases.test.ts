import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMonitor } from '../lifecycle/monitor.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { type Scene, scene } from '../lifecycle/scene.ts';
import type { Part } from '../protocol/model.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import { RULES } from './catalogue.ts';

/** What is told of a course of a task, in 1.0 over JSON-RPC unless named, with how surely and how heavily. */
function told(
  script: (scene: Scene) => void,
  binding: Binding = 'JSONRPC',
  dialect: Dialect = '1.0',
): readonly string[] {
  const { claims, observations } = scene(script, { streaming: true, binding, dialect });
  const record = newTaskRecord({ claims, rules: compileRules(RULES, dialect, binding) });
  const monitor = createMonitor();
  return observations
    .flatMap((seen) => monitor.step(record, seen))
    .map(({ rule, certainty, severity }) => `${rule}: ${certainty} ${severity}`);
}

describe('a rule is told where it is broken and nowhere near', () => {
  it('a bare 404 for a live task is that of a path that nobody serves, unless it names the task', () => {
    const refused =
      (more: { readonly reason?: string } = {}) =>
      (s: Scene): void => {
        s.send().task('working');
        s.call('SubscribeToTask', { taskId: 't1' }).error('TaskNotFound', { httpStatus: 404, ...more });
        s.read('working');
      };
    const bare = told(refused(), 'HTTP+JSON');
    assert.ok(bare.includes('stream/subscribe-unsupported: suspected warning'), bare.join('\n'));
    const named = told(refused({ reason: 'TASK_NOT_FOUND' }), 'HTTP+JSON');
    assert.ok(named.includes('stream/subscribe-refused: suspected warning'), named.join('\n'));
  });

  it('an error of A2A has its name in upper case and its domain, beside whatever else is said', () => {
    const found = (...infos: readonly (readonly [reason: string, domain?: string | undefined])[]) =>
      told((s) => {
        const data = infos.map(([reason, domain]) => ({
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason,
          domain,
        }));
        s.call('GetTask', { taskId: 't9', probe: 'unknown-task' }).error('TaskNotFound', {
          httpStatus: 404,
          reason: infos[0]?.[0] ?? '',
          data,
        });
      }, 'HTTP+JSON');
    const unnamed = ['error/unnamed: certain warning'];
    for (const reason of ['TaskNotFoundError', 'TASK_NOT_FOUND_ERROR', 'task_not_found', 'TaskNotFound'])
      assert.deepEqual(found([reason, 'a2a-protocol.org']), unnamed, reason);
    for (const domain of [undefined, 'agent.example'] as const)
      assert.deepEqual(found(['TASK_NOT_FOUND', domain]), unnamed);
    assert.deepEqual(found(['TASK_NOT_FOUND', 'a2a-protocol.org']), []);
    assert.deepEqual(found(['TaskNotFound', 'agent.example'], ['TASK_NOT_FOUND', 'a2a-protocol.org']), []);
    assert.deepEqual(found(['ROW_MISSING', 'agent.example']), []);
  });

  it('a stream that goes on behind the end it told has told an end', () => {
    const found = told((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed');
      stream.status('working');
      stream.close('peer');
    });
    assert.ok(found.includes('stream/after-terminal: certain error'));
    assert.ok(found.every((one) => !one.startsWith('stream/no-terminal')));
  });

  it('unknown may end a stream of 0.2, which had it among the ends, and no other', () => {
    const stream = (s: Scene): void => {
      const one = s.stream();
      one.task('working');
      one.status('unknown', { final: true });
      one.close('peer');
    };
    assert.deepEqual(told(stream, 'JSONRPC', '0.2'), []);
    const found = ['stream/final-flag: certain warning', 'stream/no-terminal: certain error'];
    assert.deepEqual(told(stream, 'JSONRPC', '0.3').toSorted(), found);
  });

  it('a deletion that is answered without a result misleads nobody', () => {
    const found = told((s) => {
      s.send().task('working');
      const deletion = s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' });
      deletion.defect('envelope', 'neither result nor error, where a result of null is due');
      deletion.configs();
    });
    assert.deepEqual(found, ['stream/rpc-envelope: certain warning']);
  });

  it('an answer that comes too early may come from a task that paused and went on', () => {
    const found = told((s) => s.call('SendMessage', {}).task('working'));
    assert.deepEqual(found, ['task/blocking-returns-early: suspected warning']);
  });

  it('a completed task without artifacts is told by its words, which may not change', () => {
    const reads =
      (...words: readonly string[]) =>
      (s: Scene): void => {
        s.send().task('working');
        for (const text of words) {
          s.read('completed', { message: { role: 'agent', parts: [{ text }] } });
          s.wait(2_000);
        }
      };
    assert.deepEqual(told(reads('It is 7.', 'It is 8.')), ['settle/unstable-artifacts: certain error']);
    assert.deepEqual(told(reads('It is 7.', 'It is 7.')), ['stream/output-in-status: certain note']);
  });

  it('what is stored may be spelled otherwise than what was streamed, as long as it is the same content', () => {
    const found = (streamed: Part, stored: Part) =>
      told((s) => {
        const stream = s.stream();
        stream.task('working');
        stream.artifact('a1', [streamed]);
        stream.status('completed');
        stream.close('peer');
        for (let read = 0; read < 2; read++) {
          s.wait(1_000);
          s.read('completed', { artifacts: { a1: [stored] } });
        }
      });
    const other = ['stream/diverges-from-task: certain error', 'settle/disputed: certain error'];
    assert.deepEqual(found({ raw: '-_8' }, { raw: '+/8=' }), []);
    assert.deepEqual(found({ raw: '-_8' }, { raw: '+/9=' }), other);
    const html = (mediaType: string) => ({ text: '<p>', mediaType });
    assert.deepEqual(found(html('text/html; charset=utf-8'), html('text/html')), []);
    assert.deepEqual(found(html('text/html; charset=utf-8'), html('text/plain')), other);
    assert.deepEqual(found({ text: 'all' }, { text: 'all', mediaType: 'Text/Plain;charset=utf-8' }), []);
  });

  it('beside artifacts the words of a completed task are only words', () => {
    const found = told((s) => {
      s.send().task('working');
      for (const text of ['done', 'done a while ago']) {
        s.read('completed', { artifacts: { a1: 'the result' }, message: { role: 'agent', parts: [{ text }] } });
        s.wait(2_000);
      }
    });
    assert.deepEqual(found, []);
  });

  it('a stream that was joined owes what came since, in each way that tells since when', () => {
    const ofArtifacts = (found: readonly string[]) => found.filter((one) => one.startsWith('stream/artifact'));
    const joined = (held: boolean, script: (s: Scene, stream: ReturnType<Scene['stream']>) => void) => (s: Scene) => {
      const before = held ? { artifacts: { a1: 'known before' } } : {};
      s.send().task('working');
      const stream = s.stream('SubscribeToTask');
      script(s, stream);
      stream.status('completed');
      stream.close('peer');
      s.read('completed', { artifacts: { ...before.artifacts, a2: 'came later' } });
    };
    const missed = ['stream/artifact-not-streamed: suspected warning'];
    assert.deepEqual(told(joined(false, (_s, stream) => stream.task('working'))), missed);
    assert.deepEqual(
      ofArtifacts(told(joined(true, (s) => s.read('working', { artifacts: { a1: 'known before' } })))),
      missed,
    );
    assert.deepEqual(
      told((s) => {
        s.send().task('working');
        const stream = s.stream('SubscribeToTask');
        stream.task('working', { artifacts: { a1: 'one ' } });
        stream.status('completed');
        stream.close('peer');
        s.read('completed', { artifacts: { a1: 'one two' } });
      }),
      missed,
    );
    const brought = joined(true, (s, stream) => {
      s.read('working', { artifacts: { a1: 'known before' } });
      stream.artifact('a2', 'came later');
    });
    assert.deepEqual(ofArtifacts(told(brought)), []);
  });

  it('what any stream brought of a task is held by the task once it is completed', () => {
    const found = (...held: readonly string[]) =>
      told((s) => {
        s.send().task('working');
        const stream = s.stream('SubscribeToTask');
        stream.task('working');
        stream.artifact('a1', 'streamed, and ', { append: true });
        stream.status('completed');
        stream.close('peer');
        const artifacts = Object.fromEntries(held.map((id) => [id, 'begun before, streamed, and ']));
        s.read('completed', { artifacts });
        s.wait(1_000);
        s.read('completed', { artifacts });
      });
    assert.deepEqual(found('a1'), []);
    assert.deepEqual(found(), [
      'stream/diverges-from-task: certain error',
      'settle/disputed: certain error',
      'settle/empty-completed: certain note',
    ]);
  });

  it('what a stream brought since it was joined is the end of what the completed task holds', () => {
    const found = (stored: string, begin: boolean, ...chunks: readonly string[]) =>
      told((s) => {
        s.send().task('working');
        const stream = s.stream('SubscribeToTask');
        s.read('working', { artifacts: { a1: 'one ' } });
        for (const [i, chunk] of chunks.entries()) stream.artifact('a1', chunk, { append: i > 0 || !begin });
        stream.status('completed');
        stream.close('peer');
        s.read('completed', { artifacts: { a1: stored } });
        s.wait(1_000);
        s.read('completed', { artifacts: { a1: stored } });
      }).filter((one) => !one.startsWith('stream/subscribe') && !one.startsWith('task/'));
    const other = ['stream/diverges-from-task: certain error'];
    const missed = ['stream/artifact-not-streamed: suspected warning'];
    assert.deepEqual(found('one two three ', false, 'two ', 'three '), []);
    assert.deepEqual(found('one two ', false, 'two '), []);
    assert.deepEqual(found('one ', true, 'one '), []);
    // Each event applied twice, as a store does that two consumers write to.
    assert.deepEqual(
      found('one two two three three ', false, 'two ', 'three ').toSorted(),
      [...missed, ...other].toSorted(),
    );
    assert.deepEqual(found('one two two ', true, 'one ', 'two ').toSorted(), [...missed, ...other].toSorted());
    // Once may also have been before the stream was heard.
    assert.deepEqual(found('one two two ', false, 'two '), missed);
  });

  it('a task is lost once it is not found for longer than a new one may hide', () => {
    const reads = (forMs: number) => (s: Scene) => {
      s.send().task('working');
      for (let waited = 0; waited <= forMs; waited += 500) {
        s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
        s.wait(500);
      }
    };
    assert.deepEqual(told(reads(2_500)), []);
    assert.deepEqual(told(reads(3_500)), ['task/lost: suspected warning']);
  });

  it('what is nested too deep for us is no fault of the agent, and leaves a hole in the stream', () => {
    const found = told((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.defect('depth', 'the payload is nested too deep');
      stream.status('completed');
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'what was lost' } });
      s.wait(2_000);
      s.read('completed', { artifacts: { a1: 'what was lost' } });
    });
    assert.deepEqual(found, ['error/beyond-limits: suspected note']);
  });

  it('equal chunks may be meant, however many they are', () => {
    const found = told((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('working');
      stream.artifact('a1', '.');
      for (let dot = 0; dot < 9; dot++) stream.artifact('a1', '.', { append: true });
      stream.status('completed');
      stream.close('peer');
    });
    assert.deepEqual(found, []);
  });

  it('a question that is still shown after an answer has not been asked again', () => {
    const course = (anew: boolean) => (s: Scene) => {
      const times = ['10:00:00', '10:00:01', '10:00:02'];
      const asked = (round: number) => ({
        timestamp: `2026-01-01T${times[anew ? round : 0]}Z`,
        message: { messageId: 'q1', role: 'agent' as const, parts: [{ text: 'which one?' }] },
      });
      s.send().task('input-required', asked(0));
      for (const round of [1, 2]) {
        s.wait(1_000);
        s.send({ taskId: 't1', blocking: false }).task('input-required', asked(round));
      }
    };
    const ofResume = (found: readonly string[]) => found.filter((one) => one.startsWith('resume/'));
    assert.deepEqual(ofResume(told(course(false))), []);
    assert.deepEqual(ofResume(told(course(true))), ['resume/context-lost: suspected warning']);
  });

  it('an answer that takes long, and shows the question from before, has not waited for any work', () => {
    const found = told((s) => {
      s.send().task('input-required', { message: { role: 'agent', parts: [{ text: 'which one?' }] } });
      const answer = s.call('SendMessage', { taskId: 't1', blocking: false });
      s.wait(30_000);
      answer.task('input-required', { message: { role: 'agent', parts: [{ text: 'which one?' }] } });
    });
    assert.deepEqual(found, ['task/nonblocking-blocks: suspected note']);
  });
});
