import { aMessage, scene } from '../../../src/lifecycle/scene.ts';
import { type Recreation, told } from './recreation.ts';

export const taskReports: readonly Recreation[] = [
  told(
    'R017',
    ['task/terminal-overwritten'],
    scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.wait(1_000);
      s.read('failed');
    }),
  ),
  told(
    'R017',
    ['stream/diverges-from-task'],
    scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('failed');
    }),
  ),
  told(
    'R020',
    ['task/two-runs'],
    scene(
      (s) => {
        s.send().task('working');
        const first = s.stream('SendStreamingMessage', { taskId: 't1' });
        const second = s.stream('SendStreamingMessage', { taskId: 't1' });
        first.task('working');
        second.task('working');
        first.status('completed', { message: aMessage('the first run'), final: true });
        second.status('completed', { message: aMessage('the second run'), final: true });
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R050',
    ['task/stuck'],
    scene((s) => {
      s.send().task('submitted');
      s.read('submitted');
      s.read('submitted');
      s.wait(600_000);
      s.read('submitted');
    }),
  ),
  told(
    'R057',
    ['task/stuck'],
    scene(
      (s) => {
        s.send().task('working');
        for (let read = 0; read < 3; read++) {
          s.read('working');
          s.wait(300_000);
        }
        s.read('working');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R073',
    ['task/context-mismatch-accepted'],
    scene((s) => {
      s.send().task('input-required');
      s.send({ taskId: 't1', contextId: 'c2' }).task('working');
    }),
  ),
  told(
    'R073',
    ['task/client-id-accepted'],
    scene((s) => s.send({ taskId: 'made-up', probe: 'unknown-task' }).task('working', { taskId: 'made-up' })),
  ),
  told(
    'R077',
    ['resume/not-accepted'],
    scene(
      (s) => {
        s.send().task('input-required');
        s.send({ taskId: 't1', inputModes: ['text/plain'] }).error('InternalError', {
          message: 'Execution ended before any message or task.',
        });
        s.read('input-required');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R078',
    ['resume/context-lost'],
    scene((s) => {
      s.send().task('input-required');
      s.read('input-required', { artifacts: { a1: 'half of it' } });
      s.send({ taskId: 't1' }).task('working');
      s.read('working', { artifacts: {} });
    }),
  ),
  told(
    'R079',
    ['settle/vanishes'],
    scene((s) => {
      s.call('SendMessage', { blocking: true }).task('failed', { taskId: 'x9' });
      s.call('GetTask', { taskId: 'x9' }).error('TaskNotFound');
      s.wait(1_000);
      s.call('GetTask', { taskId: 'x9' }).error('TaskNotFound');
    }),
  ),
  told(
    'R079',
    ['task/lost'],
    scene((s) => {
      s.send().task('working');
      s.wait(2_500);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
      s.wait(1_000);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
    }),
  ),
  told(
    'R079',
    ['stream/silent'],
    scene((s) => s.stream().close('peer')),
  ),
  told(
    'R168',
    ['task/stuck'],
    scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('auth-required');
      stream.close('peer');
      s.read('working');
      s.read('working');
      s.wait(600_000);
      s.read('working');
    }),
  ),
  told(
    'R180',
    ['resume/context-lost'],
    scene((s) => {
      const question = aMessage('Which of the two?');
      s.send().task('input-required', { message: question });
      for (let turn = 0; turn < 2; turn++) {
        s.send({ taskId: 't1' }).task('working');
        s.read('input-required', { message: { ...question, messageId: `question-${turn}` } });
      }
    }),
  ),
  told(
    'R183',
    ['task/stuck', 'cancel/unsupported'],
    scene(
      (s) => {
        s.send().task('working');
        s.send({ taskId: 't1' }).error('InternalError');
        s.read('working');
        s.call('CancelTask', { taskId: 't1' }).error('UnsupportedOperation');
        s.read('working');
        s.wait(60_000);
        s.read('working');
        s.wait(600_000);
        s.read('working');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R188',
    ['task/stuck'],
    scene((s) => {
      const stream = s.stream();
      stream.task('working');
      s.read('working');
      s.read('working');
      s.wait(600_000);
      s.read('working');
    }),
  ),
  told(
    'R203',
    ['task/accepts-after-terminal'],
    scene((s) => {
      const stale = { timestamp: '2026-01-01T00:00:00Z', history: [aMessage('first', 'm1', 'user')] };
      s.send().task('working');
      s.read('completed', stale);
      s.send({ taskId: 't1', messageId: 'm2' }).task('completed', stale);
    }),
  ),
];
