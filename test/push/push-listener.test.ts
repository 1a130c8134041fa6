import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import { codecFor } from '../../src/protocol/codec-for.ts';
import type { Observation } from '../../src/protocol/observation.ts';
import type { Dialect } from '../../src/protocol/operation.ts';
import { PushError } from '../../src/push/push-error.ts';
import { type PushListener, type PushListenerOptions, pushListener } from '../../src/push/push-listener.ts';
import type { WebHook } from '../../src/push/web-hook.ts';
import { summary } from '../support/summary.ts';
import { tlsIdentity } from '../support/tls-identity.ts';
import { createPoster } from './poster.ts';

const poster = createPoster();
const listeners: PushListener[] = [];
after(async () => {
  await poster[Symbol.asyncDispose]();
  await Promise.all(listeners.map((listener) => listener.close()));
});

async function listen(options: PushListenerOptions = {}): Promise<PushListener> {
  const listener = await pushListener(options);
  listeners.push(listener);
  return listener;
}

interface Heard {
  readonly hook: WebHook;
  readonly seen: Observation[];
  hints: number;
}

function hear(listener: PushListener, dialect: Dialect = '1.0'): Heard {
  const seen: Observation[] = [];
  const heard: Heard = {
    seen,
    hints: 0,
    hook: listener.register({
      speaks: { codec: codecFor(dialect, 'JSONRPC') },
      taskId: 't1',
      observe: (one) => void seen.push(one),
      onHint: () => {
        heard.hints++;
      },
    }),
  };
  return heard;
}

const working = {
  statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } },
};
const completed = { kind: 'task', id: 't1', contextId: 'c1', status: { state: 'completed' } };
const a2a = { 'content-type': 'application/a2a+json' };

describe('a web-hook', () => {
  it('tells what is delivered as seen by push, and hints once', async () => {
    const heard = hear(await listen());
    const { registration } = heard.hook;
    assert.equal(await poster.deliver(registration, working, a2a), 204);
    assert.equal(summary(heard.seen), 'status:working');
    const [first] = heard.seen;
    assert.equal(first?.vantage.channel, 'push');
    assert.equal(first?.vantage.request.pushUrl, registration.url);
    assert.equal(first?.vantage.request.taskId, 't1');
    assert.notEqual(first?.vantage.id, heard.hook.vantage.id);
    assert.equal(heard.hints, 1);
  });

  it('hears a task of 0.x and an event of 1.0 alike, and tells which of them its agent does not speak', async () => {
    const listener = await listen();
    const old = hear(listener, '0.3');
    await poster.deliver(old.hook.registration, completed);
    await poster.deliver(old.hook.registration, working);
    assert.equal(summary(old.seen), 'task:completed defect:other-dialect status:working');
    const current = hear(listener, '1.0');
    await poster.deliver(current.hook.registration, completed);
    assert.match(summary(current.seen), /^defect:other-dialect .*task:completed$/);
  });

  it('takes a repetition for no hint, and tells it all the same', async () => {
    const heard = hear(await listen());
    for (const state of ['WORKING', 'COMPLETED', 'WORKING']) {
      const status = { state: `TASK_STATE_${state}` };
      await poster.deliver(heard.hook.registration, { statusUpdate: { ...working.statusUpdate, status } }, a2a);
    }
    assert.equal(summary(heard.seen), 'status:working status:completed status:working');
    assert.equal(heard.hints, 2);
  });

  it('is not found once it is closed, and nobody finds one by guessing', async () => {
    const listener = await listen();
    const heard = hear(listener);
    assert.equal(await poster.deliver({ ...heard.hook.registration, url: `${listener.url}/guess` }, working, a2a), 404);
    heard.hook.close();
    assert.equal(await poster.deliver(heard.hook.registration, working, a2a), 404);
    assert.equal(summary(heard.seen), '');
  });

  it('takes in nothing but posts', async () => {
    const heard = hear(await listen());
    const { url } = heard.hook.registration;
    assert.equal((await poster.http.request({ url })).status, 405);
    assert.equal(summary(heard.seen), '');
  });
});

describe('the credentials of a delivery', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, number, string])[] = [
    ['both', {}, 204, 'status:working'],
    ['the Authorization header only', { 'x-a2a-notification-token': '' }, 204, 'status:working'],
    ['the token only', { authorization: '' }, 204, 'defect:credentials status:working'],
    ['none', { authorization: '', 'x-a2a-notification-token': '' }, 401, 'defect:credentials status:working'],
    ['another Authorization header', { authorization: 'Bearer x' }, 401, 'defect:credentials status:working'],
    ['another token', { 'x-a2a-notification-token': 'x' }, 401, 'defect:credentials status:working'],
  ];
  for (const [what, headers, status, told] of cases) {
    it(`${what}: ${status}${status === 204 ? ' and a hint' : ' and no hint'}`, async () => {
      const heard = hear(await listen());
      assert.equal(await poster.deliver(heard.hook.registration, working, { ...a2a, ...headers }), status);
      assert.equal(summary(heard.seen), told);
      assert.equal(heard.hints, status === 204 ? 1 : 0);
    });
  }

  it('of another task do not open this one, and no two tasks have the same', async () => {
    const listener = await listen();
    const [one, two] = [hear(listener), hear(listener)];
    const { url } = one.hook.registration;
    assert.equal(await poster.deliver({ ...two.hook.registration, url }, working, a2a), 401);
    assert.equal(one.hints + two.hints, 0);
    assert.equal(summary(two.seen), '');
  });

  it('are in nothing that is told', async () => {
    const heard = hear(await listen());
    const { registration } = heard.hook;
    await poster.deliver(registration, working, { ...a2a, authorization: 'Bearer wrong' });
    const told = JSON.stringify(heard.seen);
    assert.ok(!told.includes(registration.token ?? '') && !told.includes('wrong'));
    assert.ok(!told.includes(registration.authentication?.credentials ?? ''));
  });
});

describe('a listener', () => {
  it('survives what is no notification', async () => {
    const heard = hear(await listen());
    for (const payload of [Buffer.from('no json'), Buffer.from([0xff, 0xfe]), [], null, { result: working }]) {
      assert.equal(await poster.deliver(heard.hook.registration, payload, a2a), 204);
    }
    assert.match(summary(heard.seen), /defect:not-json defect:lost-frame .*defect:envelope status:working$/);
  });

  it('refuses a large body, and a flood', async () => {
    const heard = hear(await listen({ limits: { maxBodyBytes: 1_000, burst: 3, perSecond: 0 } }));
    const { registration } = heard.hook;
    assert.equal(await poster.deliver(registration, Buffer.alloc(1_001, 32), a2a), 413);
    assert.equal(await poster.deliver(registration, working, a2a), 204);
    assert.equal(await poster.deliver(registration, working, a2a), 204);
    assert.equal(await poster.deliver(registration, working, a2a), 429);
    assert.equal(summary(heard.seen), 'status:working status:working');
  });

  it('cuts a body off that grows past what is allowed without saying so', async () => {
    const heard = hear(await listen({ limits: { maxBodyBytes: 1_000 } }));
    const { hostname, port, pathname } = new URL(heard.hook.registration.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`);
    socket.write(`800\r\n${'x'.repeat(0x800)}\r\n`);
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1.1 413 /);
    await once(socket, 'close');
    assert.equal(summary(heard.seen), '');
  });

  it('does not wait for ever for the rest of a delivery', async () => {
    const heard = hear(await listen({ limits: { requestTimeoutMs: 100 } }));
    const { hostname, port, pathname } = new URL(heard.hook.registration.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{`);
    socket.resume();
    await once(socket, 'close');
    assert.equal(summary(heard.seen), '');
  });

  it('holds only so much at once', async () => {
    const heard = hear(await listen({ limits: { maxBodyBytes: 1_000, maxBytesAtOnce: 1_500 } }));
    const { hostname, port, pathname } = new URL(heard.hook.registration.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => undefined);
    slow.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n`);
    await once(slow, 'data');
    assert.equal(await poster.deliver(heard.hook.registration, working, a2a), 503);
    const closed = once(slow, 'close');
    slow.destroy();
    await closed;
  });

  it('speaks https where it is given a certificate', async () => {
    const listener = await listen({ tls: tlsIdentity });
    const heard = hear(listener);
    const trusting = createPoster({ ca: tlsIdentity.cert, servername: 'agent.example' });
    assert.equal(await trusting.deliver(heard.hook.registration, working, a2a), 204);
    await trusting[Symbol.asyncDispose]();
    assert.match(heard.hook.registration.url, /^https:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/);
    assert.equal(summary(heard.seen), 'status:working');
  });

  it('is found behind a proxy that has a path of its own, with it or without it', async () => {
    const behind = await listen();
    const port = new URL(behind.url).port;
    await behind.close();
    const listener = await listen({ port: Number(port), publicUrl: 'https://hooks.example/probity/' });
    const heard = hear(listener);
    assert.match(heard.hook.registration.url, /^https:\/\/hooks\.example\/probity\/[\w-]{32}$/);
    const { pathname } = new URL(heard.hook.registration.url);
    for (const path of [pathname, pathname.replace('/probity', '')]) {
      const url = `http://127.0.0.1:${port}${path}`;
      assert.equal(await poster.deliver({ ...heard.hook.registration, url }, working, a2a), 204);
    }
  });

  it('says what hinders it', async () => {
    const port = Number(new URL((await listen()).url).port);
    await assert.rejects(pushListener({ port }), { name: 'PushError', code: 'not-listening' });
    await assert.rejects(pushListener({ port: 70_000 }), { code: 'bad-option' });
    await assert.rejects(pushListener({ publicUrl: 'hooks.example' }), (error) => error instanceof PushError);
  });
});
