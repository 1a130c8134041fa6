import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCardNegotiable } from './negotiate.ts';
import type { Negotiation } from './negotiation.ts';
import { cardWith, remembering } from './setting.ts';
import { UnnegotiableAgentCardError } from './unnegotiable-error.ts';

const planOf = (negotiation: Negotiation) => {
  assert.ok('plan' in negotiation, JSON.stringify(negotiation));
  return negotiation.plan;
};
const rulesOf = ({ findings }: Negotiation) => findings.map(({ rule }) => rule);

describe('a plan for an agent that streams', () => {
  it('keeps the id first while its streams were never seen', () => {
    const { opening, probes, reliesOn } = planOf(checkCardNegotiable(cardWith()));
    assert.deepEqual([opening, probes, reliesOn], ['id-first', ['stream.subscribe'], []]);
  });

  it('streams straight away once they were seen to work', () => {
    const trust = remembering({ 'stream.send': 'verified', 'stream.subscribe': 'verified' });
    const { opening, probes } = planOf(checkCardNegotiable(cardWith(), {}, {}, trust));
    assert.deepEqual([opening, probes], ['stream', []]);
  });

  it('reads while they are suspect, and tries them beside the reads', () => {
    const negotiation = checkCardNegotiable(cardWith(), {}, {}, remembering({ 'stream.send': 'suspect' }));
    assert.equal(negotiation.decision, 'degrade');
    assert.deepEqual(
      negotiation.givenUp.map(({ what }) => what),
      ['streaming'],
    );
    const { opening, probes } = negotiation.plan;
    assert.deepEqual([opening, probes], ['poll', ['stream.subscribe']]);
  });

  it('relies on the stream where the task needs one, and says so', () => {
    const negotiation = checkCardNegotiable(cardWith(), {}, { needs: ['streaming'] });
    const plan = planOf(negotiation);
    assert.deepEqual([plan.opening, plan.reliesOn, plan.probes], ['id-first', ['stream.subscribe'], []]);
    assert.match(plan.explain().join('\n'), /Nothing would replace subscriptions to its tasks: if that breaks/);
  });

  it('takes the kind of stream that is not suspect where it needs one', () => {
    const needs = ['streaming'] as const;
    const send = planOf(checkCardNegotiable(cardWith(), {}, { needs }, remembering({ 'stream.subscribe': 'suspect' })));
    assert.deepEqual([send.opening, send.reliesOn], ['stream', ['stream.send']]);
    const subscribe = planOf(checkCardNegotiable(cardWith(), {}, { needs }, remembering({ 'stream.send': 'suspect' })));
    assert.deepEqual([subscribe.opening, subscribe.reliesOn], ['id-first', ['stream.subscribe']]);
  });
});

describe('a plan that does not go by the interface that the card prefers', () => {
  const two = cardWith({
    supportedInterfaces: ['a2a', 'other'].map((path) => ({
      url: `https://agent.example/${path}`,
      protocolBinding: 'JSONRPC',
      protocolVersion: '1.0',
    })),
  });

  it('says which one that is, and what was seen of it', () => {
    const { view, cardUrl } = remembering({ 'stream.subscribe': 'suspect' });
    const fresh = remembering({}).view;
    const ofFirst: typeof view = {
      ...view,
      standingOf: (at, claim) => (at.interfaceUrl.endsWith('/a2a') ? view : fresh).standingOf(at, claim),
    };
    const plan = planOf(checkCardNegotiable(two, {}, {}, { view: ofFirst, cardUrl }));
    assert.equal(plan.interface.url, 'https://agent.example/other');
    assert.equal(plan.passedOver?.interface.url, 'https://agent.example/a2a');
    assert.deepEqual(plan.passedOver?.suspect, [
      { claim: 'stream.subscribe', rule: 'stream/silent', since: 0, until: 900_000 },
    ]);
    assert.match(
      plan.explain().join('\n'),
      /The card prefers JSONRPC with https:\/\/agent.example\/a2a, but its claim stream.subscribe is suspect since 1970-01-01T00:00Z \(stream\/silent\): .*before 1970-01-01T00:15Z.*\.\n.*the same agent/,
    );
  });

  it('says nothing of the kind where it goes by that one', () => {
    assert.equal(planOf(checkCardNegotiable(two)).passedOver, undefined);
  });
});

describe('every bound of a plan', () => {
  it('names its source', () => {
    const { bounds } = planOf(
      checkCardNegotiable(cardWith({ defaultTimeout: 20 }), { blockingLimitMs: 90_000 }, { maxDurationMs: 7_200_000 }),
    );
    assert.deepEqual(bounds.silence, { ms: 40_000, source: 'card' });
    assert.deepEqual(bounds.answer, { ms: 90_000, source: 'profile' });
    assert.deepEqual(bounds.duration, { ms: 7_200_000, source: 'task-class' });
    assert.deepEqual(bounds.cancelAnswer, { ms: 10_000, source: 'default' });
  });

  it('comes from the card where the task class asks for that', () => {
    const card = cardWith({ capabilities: { streaming: false }, defaultTimeout: 5 });
    const { bounds, opening } = planOf(checkCardNegotiable(card, {}, { bounds: 'card' }));
    assert.equal(opening, 'poll');
    assert.deepEqual(bounds.pollMost, { ms: 5_000, source: 'card' });
  });

  it('is on each obligation', () => {
    const { obligations } = planOf(checkCardNegotiable(cardWith()));
    assert.deepEqual(
      obligations.map(({ claim }) => claim),
      ['task', 'stream.send', 'stream.subscribe', 'inputModes', 'outputModes', 'cancel'],
    );
    for (const { within, owes } of obligations) assert.ok(within.ms > 0 && Number.isFinite(within.ms), owes);
  });
});

describe('what only an optional path would need', () => {
  const listener = { url: 'https://hooks.example/a2a', tls: 'server', auth: ['Bearer'] } as const;
  const pushing = { streaming: true, pushNotifications: true };

  it('is given up: push by a private listener', () => {
    const push = { ...listener, url: 'http://192.168.1.9:8080/a2a' };
    const negotiation = checkCardNegotiable(cardWith({ capabilities: pushing }), { push }, { prefers: ['push'] });
    assert.equal(negotiation.decision, 'degrade');
    assert.deepEqual(rulesOf(negotiation), ['contract/push-unreachable-listener']);
    assert.equal(negotiation.plan.push, undefined);
    const needed = checkCardNegotiable(cardWith({ capabilities: pushing }), { push }, { needs: ['push'] });
    assert.equal(needed.decision, 'refuse');
  });

  it('is used where it can be, with a scheme that both have', () => {
    const card = cardWith({
      capabilities: pushing,
      securitySchemes: {
        a: { httpAuthSecurityScheme: { scheme: 'basic' } },
        b: { oauth2SecurityScheme: { flows: {} } },
      },
    });
    const negotiation = checkCardNegotiable(
      card,
      { push: { ...listener, auth: ['HMAC', 'Bearer'] } },
      { prefers: ['push'] },
    );
    assert.equal(negotiation.decision, 'accept');
    assert.deepEqual(negotiation.plan.push, { url: listener.url, scheme: 'Bearer' });
    assert.deepEqual(negotiation.plan.probes, ['stream.subscribe', 'pushNotifications']);
  });

  it('comes in unasked where reads alone would have to go on for too long', () => {
    const card = cardWith({ capabilities: { streaming: false, pushNotifications: true } });
    const long = { maxDurationMs: 8 * 3_600_000 };
    assert.equal(checkCardNegotiable(card, {}, long).decision, 'refuse');
    const { push, reliesOn } = planOf(checkCardNegotiable(card, { push: listener }, long));
    assert.deepEqual([push?.url, reliesOn], [listener.url, ['pushNotifications']]);
  });
});

describe('the best way to talk to an agent', () => {
  it('is another interface where the first is suspect', () => {
    const card = cardWith({
      supportedInterfaces: [
        { url: 'https://agent.example/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: 'https://agent.example/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ],
    });
    const trust = remembering({});
    const view: typeof trust.view = {
      ...trust.view,
      standingOf: ({ binding }, claim) =>
        binding === 'JSONRPC' && claim.startsWith('stream')
          ? { state: 'suspect', since: 0, until: 1, rule: 'stream/silent', relapses: 0 }
          : { state: 'unverified' },
    };
    const negotiation = checkCardNegotiable(card, {}, {}, { ...trust, view });
    assert.equal(negotiation.decision, 'accept');
    assert.equal(negotiation.plan.interface.binding, 'HTTP+JSON');
  });

  it('is a skill that takes and gives what is wanted, whatever the others do', () => {
    const skill = (id: string, inputModes: readonly string[], outputModes: readonly string[]) => ({
      id,
      name: id,
      inputModes,
      outputModes,
    });
    const card = cardWith({
      skills: [skill('see', ['image/png'], ['text/plain']), skill('draw', ['text/plain'], ['image/png'])],
    });
    const plan = planOf(checkCardNegotiable(card, {}, { input: ['text/*'], output: ['image/*'] }));
    assert.deepEqual([plan.inputModes, plan.acceptedOutputModes], [['text/plain'], ['image/png']]);
  });

  it('is with a credential that is held, and without one only as a last resort', () => {
    const card = cardWith({
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: 'bearer' } } },
      securityRequirements: [{ schemes: {} }, { schemes: { token: { list: [] } } }],
    });
    assert.deepEqual(planOf(checkCardNegotiable(card)).credentials, []);
    const { credentials } = planOf(checkCardNegotiable(card, { credentials: { bearer: 'env:TOKEN' } }));
    assert.deepEqual(credentials, [
      {
        scheme: 'token',
        kind: 'http',
        source: 'env:TOKEN',
        place: { in: 'header', name: 'Authorization', prefix: 'Bearer' },
      },
    ]);
  });
});

describe('an undecided negotiation', () => {
  it('names the fields of the profile that would settle it, and no others', () => {
    const card = cardWith({ capabilities: { extensions: [{ uri: 'urn:x', required: true }] } });
    const negotiation = checkCardNegotiable(card, { acquirable: ['push', 'extensions', 'input'] });
    assert.equal(negotiation.decision, 'defer');
    assert.deepEqual(negotiation.needs, [{ kind: 'profile', field: 'extensions' }]);
  });

  it('is a refusal where nothing that can be acquired would settle it', () => {
    const card = cardWith({ capabilities: { streaming: false, extensions: [{ uri: 'urn:x', required: true }] } });
    const negotiation = checkCardNegotiable(card, { acquirable: ['extensions'] }, { needs: ['streaming'] });
    assert.equal(negotiation.decision, 'refuse');
  });

  it('waits for a channel that has not been read, where that could tell more', () => {
    const known = { unread: ['extended-card'] } as const;
    const skill = checkCardNegotiable(cardWith(), {}, { skill: 'secret' }, undefined, known);
    assert.equal(skill.decision, 'defer');
    assert.deepEqual(skill.needs, [{ kind: 'channel', channel: 'extended-card' }]);
    const refused = remembering({}, { work: 'w', why: 'it lied' });
    assert.equal(checkCardNegotiable(cardWith(), {}, {}, refused, known).decision, 'refuse');
  });
});

describe('a task of an agent whose tasks can not be believed', () => {
  const trust = remembering({ task: 'suspect' });

  it('is a single shot where that will do', () => {
    const negotiation = checkCardNegotiable(cardWith(), {}, { singleShot: true }, trust);
    assert.equal(negotiation.decision, 'degrade');
    assert.deepEqual([negotiation.plan.opening, negotiation.plan.probes], ['single-shot', []]);
  });

  it('is refused where it will not', () => {
    for (const task of [{}, { singleShot: true, needs: ['multi-turn'] as const }]) {
      assert.equal(checkCardNegotiable(cardWith(), {}, task, trust).decision, 'refuse');
    }
  });
});

it('the error of a refusal says why, and what to do', () => {
  const negotiation = checkCardNegotiable(cardWith(), {}, { output: ['image/png'] });
  assert.equal(negotiation.decision, 'refuse');
  const error = new UnnegotiableAgentCardError(negotiation, 'Agent');
  assert.match(
    error.message,
    /^Agent can't be given this task: the skill work gives text\/plain.*\(contract\/no-common-output-mode\)\. Give/,
  );
  assert.deepEqual([error.code, error.reasons[0]?.path, error.findings.length], ['refused', 'receive', 1]);
});
