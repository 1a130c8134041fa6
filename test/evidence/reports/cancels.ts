import { scene } from '../../../src/lifecycle/scene.ts';
import { type Recreation, told } from './recreation.ts';

export const cancelReports: readonly Recreation[] = [
  told(
    'R008',
    ['cancel/unsupported'],
    scene(
      (s) => {
        s.send().task('working');
        s.call('CancelTask', { taskId: 't1' }).error('InternalError', { message: 'not implemented' });
        s.read('working');
        s.wait(2_000);
        s.read('completed');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R010',
    ['cancel/not-terminal', 'cancel/never-settles'],
    scene((s) => {
      s.send().task('working');
      s.cancel('working');
      s.read('working');
      s.wait(60_000);
      s.read('working');
    }),
  ),
  told(
    'R011',
    ['cancel/not-terminal'],
    scene(
      (s) => {
        s.send().task('working');
        s.cancel('input-required');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R011',
    ['stream/close-kills-task'],
    scene(
      (s) => {
        const stream = s.stream();
        stream.task('working');
        stream.close('caller');
        s.wait(1_000);
        s.read('canceled');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R012',
    ['cancel/terminal-accepted'],
    scene(
      (s) => {
        s.send().task('working');
        s.cancel('completed');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R014',
    ['cancel/not-idempotent'],
    scene((s) => {
      s.send().task('working');
      s.cancel('canceled');
      s.read('canceled');
      s.call('CancelTask', { taskId: 't1' }).error('TaskNotCancelable');
      s.read('canceled');
    }),
  ),
];
