import { aMessage, scene } from '../../../src/lifecycle/scene.ts';
import { answer, message03, message10, type Recreation, result, rpc, told, wired } from './recreation.ts';

export const sendReports: readonly Recreation[] = [
  told(
    'R083',
    ['task/nonblocking-blocks'],
    scene(
      (s) => {
        const send = s.call('SendMessage', { blocking: false });
        s.wait(60_000);
        send.task('completed');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R085',
    ['task/nonblocking-blocks'],
    scene(
      (s) => {
        const send = s.call('SendMessage', { blocking: false });
        s.wait(7_000);
        send.task('working');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R088',
    ['task/send-cut-off'],
    scene(
      (s) => {
        const send = s.call('SendMessage', { blocking: true, messageId: 'm1' });
        s.wait(60_000);
        send.error('other', { httpStatus: 504, code: null });
        s.call('GetTask', { taskId: 't1' }).task('working', { history: [aMessage('do it', 'm1', 'user')] });
      },
      { dialect: '0.2' },
    ),
  ),
  wired(
    'R109',
    ['task/dialect-mix'],
    rpc(1, 'SendMessage', { message: message10 }),
    result(1, { kind: 'task', id: 't1', contextId: 'c1', status: { state: 'completed' } }),
  ),
  wired(
    'R113',
    ['task/dialect-mix'],
    rpc(1, 'SendMessage', { message: message10 }),
    result(1, { task: { id: 't1', contextId: 'c1', status: { state: 'working' } } }),
  ),
  wired(
    'R114',
    ['task/unknown-state'],
    rpc(1, 'SendMessage', { message: message10 }),
    result(1, { task: { id: 't1', contextId: 'c1', status: { state: 'UNRECOGNIZED' } } }),
  ),
  told(
    'R170',
    ['task/message-repeated'],
    scene((s) => {
      s.send({ messageId: 'm1' }).task('working');
      s.send({ messageId: 'm1' }).task('working', { taskId: 't2' });
    }),
  ),
  told(
    'R176',
    ['task/send-cut-off', 'error/foreign-answer'],
    scene((s) => {
      const send = s.call('SendMessage', { blocking: true, messageId: 'm1' });
      s.wait(100_000);
      send.error('other', { httpStatus: 524, code: null, message: '<html>A timeout occurred</html>' });
      s.wait(20_000);
      s.call('GetTask', { taskId: 't1' }).task('completed', { history: [aMessage('do it', 'm1', 'user')] });
    }),
  ),
  told(
    'R177',
    ['task/send-cut-off'],
    scene((s) => {
      const send = s.call('SendMessage', { blocking: true, messageId: 'm1' });
      s.wait(60_000);
      send.failure('reset');
      s.call('GetTask', { taskId: 't1' }).task('working', { history: [aMessage('do it', 'm1', 'user')] });
    }),
  ),
  wired(
    'R081',
    ['error/rpc-id'],
    rpc(7, 'message/send', { message: message03 }),
    answer(7, {
      jsonrpc: '2.0',
      id: 3,
      result: { kind: 'task', id: 't9', contextId: 'c1', status: { state: 'working' } },
    }),
  ),
];
