import { aMessage, scene } from '../../../src/lifecycle/scene.ts';
import { type Recreation, told } from './recreation.ts';

export const chunkReports: readonly Recreation[] = [
  told(
    'R025',
    ['stream/no-terminal', 'stream/append-unknown'],
    scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('working');
      stream.artifact('a1', 'the end of it', { append: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'the whole, with the end of it' } });
    }),
  ),
  told(
    'R025',
    ['stream/artifact-not-streamed'],
    scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { a1: 'full' } });
    }),
  ),
  told(
    'R046',
    ['stream/cumulative-append', 'stream/output-in-status'],
    scene(
      (s) => {
        const message = aMessage('All is well, and so it ends');
        const stream = s.stream();
        stream.task('working');
        stream.artifact('x', 'All is well', { append: true });
        stream.artifact('x', 'All is well, and so', { append: true });
        stream.artifact('x', 'All is well, and so it ends', { append: true });
        stream.status('completed', { message, final: true });
        stream.close('peer');
        s.read('completed', { message, artifacts: { x: 'All is well, and so it ends' } });
        s.wait(1_000);
        s.read('completed', { message, artifacts: { x: 'All is well, and so it ends' } });
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R163',
    ['stream/append-unknown'],
    scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('new1', 'x', { append: true });
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: {} });
    }),
  ),
  told(
    'R163',
    ['stream/diverges-from-task'],
    scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.artifact('new1', 'x', { append: true });
      stream.status('completed', { final: true });
      stream.close('peer');
      s.read('completed', { artifacts: { other: 'y' } });
    }),
  ),
  told(
    'R205',
    ['stream/append-unknown', 'stream/empty-chunk'],
    scene(
      (s) => {
        const stream = s.stream();
        stream.task('submitted');
        stream.artifact('x', 'hi', { append: true });
        stream.artifact('x', [], { append: true, lastChunk: true });
        stream.status('completed', { final: true });
        stream.close('peer');
      },
      { dialect: '0.3' },
    ),
  ),
];
