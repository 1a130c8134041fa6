import { aMessage, scene } from '../../../src/lifecycle/scene.ts';
import { closed, event, message10, opened, type Recreation, rpc, told, wired } from './recreation.ts';

export const streamReports: readonly Recreation[] = [
  told(
    'R003',
    ['stream/undeclared'],
    scene((s) => s.stream().task('working'), { streaming: false }),
  ),
  told(
    'R023',
    ['stream/no-terminal'],
    scene((s) => {
      s.send().task('working');
      const stream = s.stream('SubscribeToTask');
      stream.task('working');
      stream.close('peer');
      s.read('working');
    }),
  ),
  told(
    'R028',
    ['stream/silent'],
    scene(
      (s) => {
        const stream = s.stream();
        stream.task('working');
        s.wait(1_000);
        s.read('input-required');
        stream.silence(15_000);
        s.wait(280_000);
        stream.error('InternalError', { message: 'timed out' });
        stream.close('peer');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R029',
    ['stream/final-flag', 'task/spurious-interrupt'],
    scene(
      (s) => {
        const stream = s.stream();
        stream.task('working');
        stream.status('input-required', { final: true });
        stream.status('working');
        stream.artifact('a1', 'the result of a tool');
        stream.status('completed', { final: true });
        stream.close('peer');
      },
      { dialect: '0.3' },
    ),
  ),
  wired(
    'R031',
    ['stream/no-task-first'],
    rpc(1, 'SendStreamingMessage', { message: message10 }),
    opened(1),
    event(1, {
      jsonrpc: '2.0',
      id: 1,
      result: { statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } },
    }),
    event(1, {
      jsonrpc: '2.0',
      id: 1,
      result: { statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' } } },
    }),
    closed(1),
  ),
  told(
    'R034',
    ['stream/subscribe-refused', 'stream/late-refusal'],
    scene(
      (s) => {
        s.send().task('input-required');
        s.read('input-required');
        const stream = s.stream('SubscribeToTask');
        stream.error('TaskNotFound');
        stream.close('peer');
        s.read('input-required');
      },
      { streaming: true, binding: 'HTTP+JSON' },
    ),
  ),
  told(
    'R037',
    ['stream/silent'],
    scene((s) => {
      s.send().task('working');
      const stream = s.stream('SubscribeToTask');
      stream.task('working');
      s.wait(1_000);
      s.read('completed');
      stream.silence(15_000);
    }),
  ),
  told(
    'R042',
    ['stream/diverges-from-task'],
    scene(
      (s) => {
        const stream = s.stream();
        stream.task('working');
        stream.status('completed', { final: true });
        stream.close('peer');
        for (let read = 0; read < 4; read++) {
          s.read('working');
          s.wait(5_000);
        }
      },
      { dialect: '0.2' },
    ),
  ),
  told(
    'R164',
    ['stream/no-terminal'],
    scene(
      (s) => {
        const stream = s.stream();
        stream.task('working');
        stream.status('working', { message: aMessage('still at it') });
        stream.close('broken');
        s.read('failed');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R178',
    ['stream/no-terminal'],
    scene((s) => {
      const stream = s.stream();
      stream.task('working');
      s.wait(30_000);
      stream.close('broken');
    }),
  ),
  told(
    'R192',
    ['stream/silent'],
    scene(
      (s) => {
        const stream = s.stream();
        s.wait(250);
        stream.close('peer');
      },
      { dialect: '0.3', streaming: true },
    ),
  ),
  told(
    'R193',
    ['stream/buffered'],
    scene(
      (s) => {
        const stream = s.stream();
        stream.task('submitted');
        s.read('working');
        s.wait(60_000);
        stream.status('working');
        stream.status('completed', { final: true });
        stream.close('peer');
      },
      { dialect: '0.3', streaming: true },
    ),
  ),
  told(
    'R206',
    ['stream/message-then-more'],
    scene((s) => {
      const stream = s.stream();
      stream.message('Hel');
      stream.message('lo');
      stream.close('peer');
    }),
  ),
  told(
    'R207',
    ['stream/subscribe-refused'],
    scene(
      (s) => {
        const stream = s.stream();
        stream.task('submitted');
        stream.status('working');
        stream.close('broken');
        s.call('SubscribeToTask', { taskId: 't1' }).error('TaskNotFound');
        s.read('working');
      },
      { dialect: '0.3', streaming: true },
    ),
  ),
];
