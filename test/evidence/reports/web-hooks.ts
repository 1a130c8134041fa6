import { aMessage, scene } from '../../../src/lifecycle/scene.ts';
import { message10, type Recreation, result, rpc, told, wired } from './recreation.ts';

const HOOK = { pushUrl: 'https://hook.example/1' };
const SET = { taskId: 't1', ...HOOK };
const push10 = { url: 'https://hook.example/1', authentication: { scheme: 'Bearer', credentials: 's3cret' } };

export const webHookReports: readonly Recreation[] = [
  told(
    'R018',
    ['push/out-of-order'],
    scene(
      (s) => {
        s.send(HOOK).task('failed');
        const hook = s.push(HOOK);
        hook.task('failed');
        hook.task('submitted');
      },
      { dialect: '0.3' },
    ),
  ),
  told(
    'R052',
    ['push/inline-ignored'],
    scene(
      (s) => {
        s.send(HOOK).task('working');
        s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs();
      },
      { dialect: '0.3', pushNotifications: true },
    ),
  ),
  told(
    'R055',
    ['push/misses-terminal'],
    scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', SET).configs({ id: 'p1' });
      const hook = s.push(HOOK);
      hook.status('working');
      s.read('input-required');
      hook.silence(15_000);
    }),
  ),
  ...['R056', 'R187'].map((report) =>
    told(
      report,
      ['push/never-delivered'],
      scene((s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', SET).configs({ id: 'c1' });
        s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs({ id: 'c1', url: HOOK.pushUrl });
        s.read('completed');
        s.push(HOOK).silence(15_000);
      }),
    ),
  ),
  told(
    'R057',
    ['push/misses-terminal'],
    scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', SET).configs({ id: 'p1' });
        const hook = s.push(HOOK);
        hook.status('working');
        s.read('completed');
        hook.silence(15_000);
      },
      { dialect: '0.3' },
    ),
  ),
  wired(
    'R058',
    ['push/auth-missing'],
    rpc(1, 'SendMessage', { message: message10, configuration: { taskPushNotificationConfig: push10 } }),
    result(1, { task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } }),
    {
      dir: 'webhook',
      path: '/1',
      headers: { 'content-type': 'application/json' },
      body: { statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' } } },
    },
  ),
  wired(
    'R059',
    ['push/auth-missing'],
    rpc(1, 'tasks/pushNotificationConfig/set', {
      taskId: 't1',
      pushNotificationConfig: {
        url: 'https://hook.example/1',
        token: 't',
        authentication: { schemes: ['Bearer'], credentials: 's3cret' },
      },
    }),
    result(1, { taskId: 't1', pushNotificationConfig: { id: 'p1', url: 'https://hook.example/1' } }),
    {
      dir: 'webhook',
      path: '/1',
      headers: { 'content-type': 'application/json', 'x-a2a-notification-token': 't' },
      body: { kind: 'task', id: 't1', contextId: 'c1', status: { state: 'working' } },
    },
  ),
  wired(
    'R061',
    ['push/payload'],
    rpc(1, 'CreateTaskPushNotificationConfig', { taskId: 't1', url: 'https://hook.example/1' }),
    result(1, { id: 'p1', taskId: 't1', url: 'https://hook.example/1' }),
    {
      dir: 'webhook',
      path: '/1',
      headers: { 'content-type': 'application/json' },
      body: { kind: 'task', id: 't1', contextId: 'c1', status: { state: 'completed' } },
    },
  ),
  told(
    'R065',
    ['push/config-replaced'],
    scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://a.example/' }).configs({ id: 'p1' });
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://b.example/' }).configs({ id: 'p2' });
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs({ id: 'p2', url: 'https://b.example/' });
    }),
  ),
  told(
    'R067',
    ['auth/foreign-task-visible'],
    scene((s) => {
      s.send({ identity: 'alice' }).task('working');
      s.call('GetTask', { taskId: 't1', identity: 'bob' }).task('working');
    }),
  ),
  told(
    'R067',
    ['push/private-address-accepted'],
    scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'http://10.0.0.7/hook' }).configs({
          id: 'p1',
        });
      },
      { publicAddress: true },
    ),
  ),
  told(
    'R068',
    ['push/replayed'],
    scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', SET).configs({ id: 'p1' });
      const hook = s.push(HOOK);
      hook.status('completed', { message: aMessage('done') });
      hook.status('completed', { message: aMessage('done') });
    }),
  ),
  told(
    'R195',
    ['push/undeclared-accepted'],
    scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', SET).configs({ id: 'p1' });
        s.push(HOOK).task('completed');
      },
      { dialect: '0.3', pushNotifications: false },
    ),
  ),
  told(
    'R196',
    ['push/config-rejected'],
    scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', SET).error('UnsupportedOperation');
      },
      { dialect: '0.3', pushNotifications: true },
    ),
  ),
  told(
    'R198',
    ['push/config-lost'],
    scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', SET).configs({ id: 'c1' });
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs({ id: 'c1', url: HOOK.pushUrl });
      s.wait(1_000);
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs();
    }),
  ),
];
