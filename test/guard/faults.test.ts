import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CardError } from '../../src/card/card-error.ts';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import type { GuardError } from '../../src/guard/guard-error.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { canceledAt } from './canceled-at.ts';
import { type Answer, failure, json, result, type ScriptedAgent, scriptedAgent, task } from './scripted-agent.ts';
import { SHORT } from './short-bounds.ts';

const agents: ScriptedAgent[] = [];
after(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
});

async function agent(methods: Readonly<Record<string, Answer>>, capabilities?: Readonly<Record<string, unknown>>) {
  const started = await scriptedAgent(methods, capabilities);
  agents.push(started);
  return started;
}

function outcomeOf(peer: ScriptedAgent, options: DelegateOptions = {}): Promise<Outcome> {
  return delegate(peer.url, 'work', { bounds: SHORT, ...options }).outcome;
}

/** The outcome of work that is cancelled as soon as its task is known. */
function cancelOpened(peer: ScriptedAgent, options: DelegateOptions = {}): Promise<Outcome> {
  return canceledAt('opened', peer.url, 'work', { bounds: SHORT, ...options });
}

const sendsOf = (peer: ScriptedAgent): number => peer.calls.filter((method) => method.startsWith('Send')).length;

describe('a message whose fate is not known', () => {
  for (const [what, answer] of [
    ['the connection is cut', (_call, response) => response.destroy()],
    ['the agent answers 500', (_call, response) => response.writeHead(500).end('oops')],
    ['the agent answers with an internal error', failure(-32603)],
    ['the agent answers with HTML', (_call, response) => response.end('<html>')],
  ] as const satisfies readonly (readonly [string, Answer])[]) {
    it(`is never sent again when ${what}`, async () => {
      const peer = await agent({ SendMessage: answer });
      const outcome = await outcomeOf(peer);
      assert.equal(outcome.kind, 'outcome-unknown');
      assert.equal(outcome.ok, false);
      assert.equal(sendsOf(peer), 1);
    });
  }

  it('ends as unknown when it is to be cancelled before the agent told an id', async () => {
    const peer = await agent({ SendMessage: () => undefined });
    const outcome = await outcomeOf(peer, {
      timeoutMs: 1_000,
      bounds: { ...SHORT, answer: { ms: 100, source: 'default' } },
    });
    assert.equal(outcome.kind, 'outcome-unknown');
    assert.equal(outcome.stopped, 'deadline');
  });
});

it('goes out although the agent cuts each connection right behind its answer, without a word', async () => {
  const answer = result(() => ({ message: { role: 'ROLE_AGENT', parts: [{ text: 'hi' }] } }));
  const peer = await scriptedAgent({ SendMessage: answer }, {}, { cutsConnections: true });
  agents.push(peer);
  for (let round = 0; round < 10; round++) assert.equal((await outcomeOf(peer)).kind, 'answered');
});

describe('a message that was refused', () => {
  for (const code of [-32602, -32005, -32004, -32601]) {
    it(`ends as refused with ${code}`, async () => {
      const peer = await agent({ SendMessage: failure(code) });
      const outcome = await outcomeOf(peer);
      assert.equal(outcome.kind === 'refused' && outcome.error.code, code);
      assert.equal(sendsOf(peer), 1);
    });
  }
});

describe('an end that reads do not confirm', () => {
  it('is completed but not ok when the agent purges the task', async () => {
    const peer = await agent({ SendMessage: result(() => ({ task: task('COMPLETED') })), GetTask: failure(-32001) });
    const outcome = await outcomeOf(peer);
    assert.equal(outcome.kind, 'completed');
    assert.equal(outcome.ok, false);
    assert.equal('confirmed' in outcome && outcome.confirmed, false);
    assert.deepEqual(
      outcome.findings.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  it('is told as reported when reads go on to say working', async () => {
    const peer = await agent({
      SendMessage: result(() => ({ task: task('COMPLETED') })),
      GetTask: result(() => task('WORKING')),
    });
    const outcome = await outcomeOf(peer);
    assert.equal('reported' in outcome && outcome.reported, 'completed');
    assert.equal('confirmed' in outcome && outcome.confirmed, false);
  });
});

describe('a cancel', () => {
  it('that is ignored leaves an orphan that still runs', async () => {
    const peer = await agent({
      SendMessage: result(() => ({ task: task('WORKING') })),
      GetTask: result(() => task('WORKING')),
      CancelTask: result(() => task('WORKING')),
    });
    const outcome = await cancelOpened(peer);
    assert.equal(outcome.kind === 'orphaned' && outcome.orphan.endedAs, undefined);
    assert.equal(outcome.kind, 'orphaned');
  });

  it('that is never answered is told, and reading goes on', async () => {
    let canceled = false;
    const peer = await agent({
      SendMessage: result(() => ({ task: task('WORKING') })),
      GetTask: result(() => task(canceled ? 'CANCELED' : 'WORKING')),
      CancelTask: () => {
        canceled = true;
      },
    });
    const outcome = await cancelOpened(peer, {
      bounds: { ...SHORT, cancelAnswer: { ms: 300, source: 'default' }, cancelWatch: { ms: 900, source: 'default' } },
    });
    assert.equal(outcome.kind, 'canceled');
    assert.ok(outcome.findings.some(({ rule }) => rule === 'cancel/hangs'));
  });

  it('whose request is lost is asked again', async () => {
    let asked = 0;
    const peer = await agent({
      SendMessage: result(() => ({ task: task('WORKING') })),
      GetTask: result(() => task(asked > 1 ? 'CANCELED' : 'WORKING')),
      CancelTask: (call, response) => {
        if (++asked === 1) response.destroy();
        else json(response, { jsonrpc: '2.0', id: call.id, result: task('CANCELED') });
      },
    });
    const outcome = await cancelOpened(peer);
    assert.equal(outcome.kind, 'canceled');
    assert.equal(asked, 2);
  });

  it('that comes too late keeps the result', async () => {
    let done = false;
    const peer = await agent({
      SendMessage: result(() => ({ task: task('WORKING') })),
      GetTask: result(() => task(done ? 'COMPLETED' : 'WORKING')),
      CancelTask: (call, response) => {
        done = true;
        json(response, { jsonrpc: '2.0', id: call.id, error: { code: -32002, message: 'not cancelable' } });
      },
    });
    const outcome = await cancelOpened(peer);
    assert.equal(outcome.kind, 'completed-before-cancel');
    assert.equal('confirmed' in outcome && outcome.confirmed, true);
  });
});

describe('an agent that is not there', () => {
  it('is a CardError that says where the card was looked for', async () => {
    const vacant = createServer().listen(0, '127.0.0.1');
    await once(vacant, 'listening');
    const { port } = vacant.address() as { port: number };
    await new Promise((resolve) => vacant.close(resolve));
    const { outcome } = delegate(`http://127.0.0.1:${port}/`, 'work', { bounds: SHORT });
    await assert.rejects(outcome, (error) => error instanceof CardError && error.code === 'card-unreachable');
  });

  for (const redirects of [false, true]) {
    it(`gets no credentials on another origin than the one that was named${redirects ? ', be it by a redirect' : ''}`, async () => {
      const seen: (string | undefined)[] = [];
      const elsewhere = await agent({
        SendMessage: (call, response, request) => {
          seen.push(request.headers.authorization);
          json(response, { jsonrpc: '2.0', id: call.id, result: { message: { role: 'ROLE_AGENT', parts: [] } } });
        },
      });
      const card = await (await fetch(elsewhere.url)).json();
      const named = createHttp((_request, response) => {
        if (redirects) response.writeHead(302, { location: elsewhere.url }).end();
        else json(response, card);
      }).listen(0, '127.0.0.1');
      await once(named, 'listening');
      const target = `http://127.0.0.1:${(named.address() as { port: number }).port}/card.json`;
      const withheld: unknown[] = [];
      const options = {
        bounds: SHORT,
        headers: { authorization: 'Bearer secret' },
        onEvent: (event: DelegationEvent) => {
          if (event.kind === 'planned') withheld.push(event.agent.headers);
        },
      };
      assert.equal((await delegate(target, 'work', options).outcome).kind, 'answered');
      await delegate(target, 'work', { ...options, headerOrigins: [elsewhere.url] }).outcome;
      named.close();
      assert.deepEqual(seen, [undefined, 'Bearer secret']);
      assert.deepEqual(withheld, ['withheld', 'sent']);
    });
  }
});

it('cancels the task when the listener of the caller throws, and throws that on', async () => {
  const peer = await agent({
    SendMessage: result(() => ({ task: task('WORKING') })),
    GetTask: result(() => task(peer.calls.includes('CancelTask') ? 'CANCELED' : 'WORKING')),
    CancelTask: result(() => task('CANCELED')),
  });
  const mistake = new Error('mistake of the caller');
  const { outcome } = delegate(peer.url, 'work', {
    bounds: SHORT,
    onEvent: (event) => {
      if (event.kind !== 'planned') throw mistake;
    },
  });
  await assert.rejects(outcome, mistake);
  assert.ok(peer.calls.includes('CancelTask'));
});

it('leaves no connection and no timer behind, whatever the end', async () => {
  const peer = await agent(
    {
      SendMessage: result(() => ({ task: task('WORKING') })),
      SubscribeToTask: (_call, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      },
      GetTask: result(() => task('COMPLETED')),
      CancelTask: () => undefined,
    },
    { streaming: true },
  );
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  await outcomeOf(peer);
  await cancelOpened(peer);
  for (let tries = 0; tries < 100 && (await peer.connections()) > 0; tries++) await sleep(10);
  assert.equal(await peer.connections(), 0);
  for (let tries = 0; tries < 100 && timers() > before; tries++) await sleep(10);
  assert.ok(timers() <= before, `${timers()} timers, and there were ${before}`);
});

describe('a mistake of the caller', () => {
  for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`is refused before anything is sent: timeoutMs ${timeoutMs}`, async () => {
      const peer = await agent({});
      await assert.rejects(outcomeOf(peer, { timeoutMs }), { code: 'bad-option' });
      assert.deepEqual(peer.calls, []);
    });
  }

  it('is refused before anything is sent: no text', async () => {
    const peer = await agent({});
    await assert.rejects(delegate(peer.url, '').outcome, { code: 'bad-option' });
  });

  it('is refused before anything is sent: neither text nor parts, as JavaScript may pass', async () => {
    const peer = await agent({});
    for (const work of [42, null, { text: 'x' }]) {
      await assert.rejects(delegate(peer.url, work as never).outcome, { code: 'bad-option' });
    }
    assert.deepEqual(peer.calls, []);
  });

  it('is refused before anything is sent: a bound that makes no sense', async () => {
    const peer = await agent({});
    for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const bounds = { answer: { ms, source: 'task-class' } } as const;
      await assert.rejects(outcomeOf(peer, { bounds }), { code: 'bad-option' });
    }
    assert.deepEqual(peer.calls, []);
  });

  for (const [place, options] of [
    ['profile.versions[0]', { profile: { versions: ['x' as never] } }],
    ['profile.credentials.bearer', { profile: { credentials: { bearer: 's3cret' as never } } }],
    ['task.needs[0]', { task: { needs: ['speed' as never] } }],
    ['headers.my token', { headers: { 'my token': 'x' } }],
    ['headers.authorization', { headers: { authorization: 's3cret\r\nx: y' } }],
    ['alternatives[1]', { alternatives: ['http://127.0.0.1:1/', 'nonsense'] }],
    ['headerOrigins[0]', { headerOrigins: ['agent.example'] }],
    ['accept[0]', { accept: [''] }],
    ['messageId', { messageId: '' }],
    ['idempotencyKey', { idempotencyKey: '' }],
    ['result.artifacts', { result: { artifacts: -1 } }],
    ['unknownModes', { unknownModes: 'maybe' as never }],
  ] as const satisfies readonly (readonly [string, DelegateOptions])[]) {
    it(`is refused before anything is sent, and named: ${place}`, async () => {
      const peer = await agent({});
      await assert.rejects(outcomeOf(peer, options), ({ code, message }: GuardError) => {
        assert.equal(code, 'bad-option');
        assert.ok(message.startsWith(`${place} has to be `), message);
        assert.ok(!message.includes('s3cret'));
        return true;
      });
      assert.deepEqual(peer.calls, []);
    });
  }

  it('is refused before anything is sent: parts that are none', async () => {
    const peer = await agent({});
    for (const [place, part] of [
      ['parts[0]', {}],
      ['parts[0]', { text: 'x', url: 'https://a.example/' }],
      ['parts[0].text', { text: 7 }],
      ['parts[0].raw', { raw: 'no base64!' }],
      ['parts[0].url', { url: 'nowhere' }],
      ['parts[0].mediaType', { text: 'x', mediaType: 'text/' }],
    ] as const) {
      await assert.rejects(delegate(peer.url, [part] as never).outcome, ({ code, message }: GuardError) => {
        assert.equal(code, 'bad-option');
        return message.startsWith(`${place} has to be `);
      });
    }
    assert.deepEqual(peer.calls, []);
  });

  it('is a CardError when the target is no URL', async () => {
    await assert.rejects(delegate('nonsense', 'work').outcome, { code: 'card-bad-url' });
  });

  it('is told as ended by the caller when the signal has fired already', async () => {
    const peer = await agent({});
    await assert.rejects(outcomeOf(peer, { signal: AbortSignal.abort() }), { code: 'aborted' });
  });

  it('does not end the process when nobody awaits the outcome yet', async () => {
    const running = delegate('http://127.0.0.1:1/', 'work');
    await sleep(50);
    await assert.rejects(running.outcome, { code: 'card-unreachable' });
  });

  it('is thrown where the events are iterated', async () => {
    await assert.rejects(
      async () => {
        for await (const event of delegate('http://127.0.0.1:1/', 'work')) assert.fail(event.kind);
      },
      { code: 'card-unreachable' },
    );
  });
});

it('reads no faster when reads fail than when they succeed', async () => {
  const peer = await agent({
    SendMessage: result(() => ({ task: task('COMPLETED') })),
    GetTask: (_call, response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  });
  const began = performance.now();
  const outcome = await outcomeOf(peer, { bounds: { ...SHORT, settleWithin: { ms: 600, source: 'default' } } });
  assert.equal('confirmed' in outcome && outcome.confirmed, false);
  const reads = peer.calls.filter((method) => method === 'GetTask').length;
  const seconds = (performance.now() - began) / 1_000;
  assert.ok(reads <= 2 + seconds, `${reads} reads were made in ${seconds} s`);
});

it('takes nothing that a read shows of another task', async () => {
  const peer = await agent({
    SendMessage: result(() => ({ task: task('WORKING') })),
    GetTask: result(() => ({
      ...task('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] }),
      id: 'other',
    })),
    CancelTask: result(() => task('CANCELED')),
  });
  const outcome = await cancelOpened(peer);
  assert.equal(outcome.ok, false);
  assert.notEqual(outcome.kind, 'completed');
  assert.ok(outcome.findings.some(({ rule }) => rule === 'task/id-changed'));
});

it('uses the interface of a card whose other one leads nowhere', async () => {
  const peer = await agent({
    SendMessage: result(() => ({ message: { role: 'ROLE_AGENT', parts: [{ text: 'hi' }] } })),
  });
  const card = (await (await fetch(peer.url)).json()) as { supportedInterfaces: object[] };
  const broken = ['/rpc', 'ftp://127.0.0.1/', 'no url'].map((url) => ({ ...card.supportedInterfaces[0], url }));
  const cards = createHttp((_request, response) =>
    json(response, { ...card, supportedInterfaces: [...broken, ...card.supportedInterfaces] }),
  ).listen(0, '127.0.0.1');
  await once(cards, 'listening');
  const outcome = await delegate(`http://127.0.0.1:${(cards.address() as { port: number }).port}/c.json`, 'work', {
    bounds: SHORT,
  }).outcome;
  cards.close();
  assert.equal(outcome.kind, 'answered');
});
