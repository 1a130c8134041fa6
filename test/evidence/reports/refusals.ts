import { aMessage, scene } from '../../../src/lifecycle/scene.ts';
import { answer, event, http, message10, opened, type Recreation, rpc, told, wired } from './recreation.ts';

export const refusalReports: readonly Recreation[] = [
  wired(
    'R006',
    ['error/foreign-answer'],
    rpc(1, 'SendMessage', { message: message10 }),
    answer(1, 'Not found', 404, 'text/plain'),
  ),
  wired(
    'R101',
    ['error/invalid-params'],
    rpc(1, 'SendStreamingMessage', { message: { role: 'ROLE_USER', parts: [] } }),
    opened(1),
    event(1, { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }),
  ),
  wired(
    'R101',
    ['error/method-not-found'],
    rpc(1, 'SendNothing'),
    answer(1, { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }),
  ),
  wired(
    'R102',
    ['error/code-range'],
    rpc(1, 'SendStreamingMessage', { message: message10 }),
    opened(1),
    event(1, { jsonrpc: '2.0', id: 1, error: { code: 502, message: 'Bad Gateway' } }),
  ),
  wired(
    'R104',
    ['error/http-status'],
    http(1, 'POST', '/message:send', { message: { ...message10, taskId: 't1' } }),
    answer(
      1,
      { type: 'https://a2a-protocol.org/errors/unsupported-operation', status: 501 },
      501,
      'application/problem+json',
    ),
  ),
  told(
    'R121',
    ['version/wrong-error'],
    scene((s) => s.send({ version: '9.9' }).error('InvalidRequest')),
  ),
  told(
    'R121',
    ['version/unsupported-accepted'],
    scene((s) => s.send({ version: '9.9' }).task('working')),
  ),
  told(
    'R121',
    ['version/header-ignored'],
    scene((s) => s.send({ version: '' }).task('working')),
  ),
  told(
    'R123',
    ['version/supported-refused'],
    scene((s) => s.send({ version: '1.0' }).error('VersionNotSupported')),
  ),
  told(
    'R147',
    ['auth/undeclared'],
    scene((s) => s.send().error('Unauthenticated', { httpStatus: 401 }), { anonymousAllowed: true }),
  ),
  told(
    'R147',
    ['auth/foreign-task-visible'],
    scene((s) => {
      s.send({ identity: 'tenant-a' }).task('working');
      s.call('GetTask', { taskId: 't1', identity: 'tenant-b' }).task('working');
    }),
  ),
  told(
    'R148',
    ['error/unsupported-operation'],
    scene((s) => s.call('GetExtendedAgentCard').error('ExtendedAgentCardNotConfigured'), { extendedAgentCard: false }),
  ),
  told(
    'R149',
    ['auth/extended-card-missing'],
    scene((s) => s.call('GetExtendedAgentCard').error('UnsupportedOperation'), { extendedAgentCard: true }),
  ),
  told(
    'R151',
    ['extension/required-not-enforced'],
    scene((s) => s.send({ extensions: [] }).task('working'), { requiredExtensions: ['urn:ext:a'] }),
  ),
  told(
    'R153',
    ['extension/required-not-enforced', 'extension/unsolicited'],
    scene(
      (s) =>
        s.send({ extensions: [] }).task('working', { message: { ...aMessage('hello'), extensions: ['urn:ext:a'] } }),
      { dialect: '0.3', requiredExtensions: ['urn:ext:a'] },
    ),
  ),
  told(
    'R155',
    ['history/zero-ignored'],
    scene((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1', historyLength: 0 }).task('working', {
        history: [aMessage('m1'), aMessage('m2')],
      });
    }),
  ),
  told(
    'R155',
    ['history/exceeds-length'],
    scene((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1', historyLength: 1 }).task('working', {
        history: [aMessage('m1'), aMessage('m2')],
      });
    }),
  ),
  told(
    'R159',
    ['modes/undeclared-input-accepted'],
    scene((s) => s.call('SendMessage', { blocking: true, inputModes: ['application/x-odd'] }).task('completed'), {
      inputModes: ['text/plain'],
    }),
  ),
  told(
    'R159',
    ['modes/wrong-error'],
    scene((s) => s.send({ inputModes: ['application/x-odd'] }).error('InvalidRequest'), { inputModes: ['text/plain'] }),
  ),
];
