import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from './judge.ts';
import { readTraceFile, type TraceReading } from './trace-file.ts';

const HOOK = 'https://me.example/hook';
const BEARER = { authentication: { scheme: 'Bearer', credentials: 'c' } };
const JSON_TYPE = { 'content-type': 'application/json' };

function read(...lines: readonly (readonly object[] | object)[]): TraceReading {
  return readTraceFile(
    lines
      .flat()
      .map((line, i) => JSON.stringify({ t: 10 * i, ...line }))
      .join('\n'),
  );
}

function ask(conn: number, method: string, params: object): object {
  const headers = { 'a2a-version': '1.0' };
  return { dir: 'req', conn, method: 'POST', path: '/', headers, body: { jsonrpc: '2.0', id: conn, method, params } };
}

function answer(conn: number, result: object): object {
  return { dir: 'res', conn, status: 200, headers: JSON_TYPE, body: { jsonrpc: '2.0', id: conn, result } };
}

const status = (state: string) => ({ state: `TASK_STATE_${state}` });
const working = (id: string) => ({ id, contextId: `c${id}`, status: status('WORKING') });

/** A message whose task is to be told to a web-hook; the connection has a number for a name. */
function sent(conn: number, push: object): object {
  const message = { messageId: `m${conn}`, role: 'ROLE_USER', parts: [{ text: 'x' }] };
  const configuration = { returnImmediately: true, taskPushNotificationConfig: { url: HOOK, ...push } };
  return ask(conn, 'SendMessage', { message, configuration });
}

function registered(conn: number, taskId: string, push: object): readonly object[] {
  const config = { url: HOOK, ...push };
  return [
    ask(conn, 'CreateTaskPushNotificationConfig', { taskId, ...config }),
    answer(conn, { id: `p${conn}`, ...config, taskId }),
  ];
}

function delivered(taskId: string, headers: object = {}, path = '/hook'): object {
  const body = { statusUpdate: { taskId, contextId: `c${taskId}`, status: status('COMPLETED') } };
  return { dir: 'webhook', path, headers: { ...JSON_TYPE, ...headers }, body };
}

/** Each delivery: by the task that the web-hook was registered for, or the message. */
function placed({ observations }: TraceReading): readonly string[] {
  return observations.flatMap(({ kind, vantage: { channel, request } }) =>
    channel === 'push' && kind !== 'defect' ? [`${request.taskId ?? request.messageId}`] : [],
  );
}

function found(reading: TraceReading): readonly string[] {
  return judge(reading).map(({ finding }) => `${finding.rule} ${finding.certainty}`);
}

describe('deliveries to a URL at which several web-hooks were registered', () => {
  it('belong to that of the task that they tell, in the order in which they came', () => {
    const reading = read(
      sent(1, {}),
      answer(1, { task: working('t1') }),
      sent(2, BEARER),
      answer(2, { task: working('t2') }),
      delivered('t1'),
      registered(3, 't3', BEARER),
      delivered('t3', { authorization: 'Bearer c' }),
      delivered('t2', { authorization: 'Bearer c' }),
    );
    assert.deepEqual(placed(reading), ['m1', 't3', 'm2']);
    assert.deepEqual(found(reading), []);
    const times = reading.observations.map(({ received }) => received);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  });

  it('belong to a message whose task is told only later, or not at all', () => {
    const reading = read(
      registered(1, 't1', {}),
      sent(2, {}),
      sent(3, {}),
      delivered('t3'),
      delivered('t2'),
      answer(3, { task: working('t3') }),
    );
    assert.deepEqual(placed(reading), ['m3', 'm2']);
    assert.deepEqual(found(reading), []);
  });

  it('belong to that whose query they have, where the record has it', () => {
    const push = (query: string) => ({ url: `${HOOK}?${query}` });
    const hooks = [registered(1, 't1', push('k=1')), registered(2, 't1', { ...push('k=2'), ...BEARER })].flat();
    assert.deepEqual(found(read(hooks, delivered('t1', {}, '/hook?k=1'))), []);
    assert.deepEqual(found(read(hooks, delivered('t1', {}, '/hook'))), []);
    assert.deepEqual(found(read(hooks, delivered('t1', {}, '/hook?k=2'))), ['push/auth-missing suspected']);
    assert.equal(read(hooks, delivered('t1', {}, '/hook?k=3')).unread.length, 1);
  });

  it('of one task belong to that whose token and credentials they bear', () => {
    const hooks = [registered(1, 't1', BEARER), registered(2, 't1', { token: 'k' }), registered(3, 't1', {})].flat();
    const reading = read(
      hooks,
      delivered('t1'),
      delivered('t1', { 'x-a2a-notification-token': 'k' }),
      delivered('t1', { authorization: 'Bearer c' }),
    );
    assert.deepEqual(
      reading.observations.flatMap(({ kind, vantage }) =>
        kind === 'status' ? [[vantage.request.pushAuthenticated, vantage.request.rpcId]] : [],
      ),
      [
        [false, 3],
        [false, 2],
        [true, 1],
      ],
    );
  });

  it('are not those of a configuration that another one took the place of', () => {
    const old = registered(1, 't1', { id: 'p' });
    const replaced = registered(2, 't1', { id: 'p', ...BEARER });
    assert.deepEqual(found(read(old, delivered('t1'), replaced)), []);
    assert.deepEqual(found(read(old, replaced, delivered('t1'))), ['push/auth-missing suspected']);
  });

  it('are wrong for a task that the web-hook is not for, unless its registration may be missing from the record', () => {
    const one = registered(1, 't1', { token: 'k1' });
    const two = registered(2, 't2', { token: 'k2' });
    assert.deepEqual(found(read(one, delivered('t3'))), ['push/wrong-task certain']);
    const several = read(one, two, delivered('t3'));
    assert.deepEqual(found(several), []);
    assert.deepEqual(several.unread, [{ line: 5, why: 'a delivery to a web-hook that nobody registered' }]);
    const borne = read(one, two, delivered('t3', { 'x-a2a-notification-token': 'k1' }));
    assert.deepEqual(found(borne), ['push/wrong-task certain']);
  });

  it('lack credentials for certain where records of credentials are shown not to be left out', () => {
    const hook = registered(1, 't1', BEARER);
    assert.deepEqual(found(read(hook, delivered('t1'))), ['push/auth-missing suspected']);
    assert.deepEqual(found(read(hook, { ...delivered('t1'), allHeaders: true })), ['push/auth-missing certain']);
    const borne = { ...ask(9, 'GetTask', { id: 't9' }), headers: { authorization: 'Bearer me', 'a2a-version': '1.0' } };
    assert.deepEqual(found(read(hook, borne, delivered('t1'))), ['push/auth-missing certain']);
    const { headers: _, ...bare } = delivered('t1') as { headers: object };
    assert.deepEqual(found(read(hook, borne, bare)), ['push/auth-missing suspected']);
  });

  it('bear other credentials for certain only where they are those of another web-hook', () => {
    const two = [registered(1, 't1', BEARER), registered(2, 't2', { token: 'k2' }), registered(3, 't3', {})].flat();
    const by = (headers: object, task = 't1'): readonly string[] => found(read(two, delivered(task, headers)));
    assert.deepEqual(by({ authorization: 'Bearer other' }), ['push/auth-missing suspected']);
    assert.deepEqual(by({ authorization: 'Bearer k2' }), ['push/auth-missing certain']);
    assert.deepEqual(by({ 'x-a2a-notification-token': 'c' }, 't2'), ['push/auth-missing certain']);
    assert.deepEqual(by({ 'x-a2a-notification-token': 'k3' }, 't2'), ['push/auth-missing suspected']);
    for (const shown of ['bearer c', 'c', 'Bearer Yw==', 'Bearer ***', 'Bearer [redacted]', 'Bearer xxx']) {
      assert.deepEqual(by({ authorization: shown }), [], shown);
    }
    assert.deepEqual(by({}, 't2'), []);
  });

  it('may still bear the credentials that a later registration of their task renewed', () => {
    const bearing = (secret: string): object =>
      delivered('t1', { authorization: `Bearer ${secret}`, 'x-a2a-notification-token': secret });
    const push = (secret: string, place: object = {}): object => ({
      ...place,
      token: secret,
      authentication: { scheme: 'Bearer', credentials: secret },
    });
    for (const [old, renewed] of [
      [{ id: 'p' }, { id: 'p' }],
      [{ id: 'p', url: `${HOOK}/old` }, { id: 'p' }],
      [{ id: 'p' }, { id: 'q' }],
    ]) {
      const asked = [registered(1, 't1', push('old', old)), registered(2, 't1', push('new', renewed))].flat();
      assert.ok(!found(read(asked, bearing('old'))).includes('push/auth-missing certain'));
      const both = [registered(3, 't2', push('foreign')), asked].flat();
      assert.ok(found(read(both, bearing('foreign'))).includes('push/auth-missing certain'));
    }
    const elsewhere = registered(1, 't1', push('elsewhere', { id: 'o', url: `${HOOK}/other` }));
    const reading = read(elsewhere, registered(2, 't1', push('here', { id: 'p' })), bearing('elsewhere'));
    assert.ok(found(reading).includes('push/auth-missing certain'));
  });

  it('lack a type for certain where other deliveries of the record have one', () => {
    const hook = registered(1, 't1', {});
    const untyped = (headers: object | undefined): object => ({ ...delivered('t1'), headers });
    const body = { task: { ...working('t1'), status: status('COMPLETED') } };
    const typed = { ...delivered('t1'), body };
    assert.deepEqual(found(read(hook, untyped({ 'user-agent': 'a' }))), ['push/payload suspected']);
    assert.deepEqual(found(read(hook, { ...untyped({}), allHeaders: true })), ['push/payload certain']);
    assert.ok(found(read(hook, untyped({ 'user-agent': 'a' }), typed)).includes('push/payload certain'));
    for (const bare of [{}, undefined]) assert.deepEqual(found(read(hook, untyped(bare))), []);
  });
});
