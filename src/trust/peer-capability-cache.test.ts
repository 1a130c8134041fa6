import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aFinding, anInterface, aVantage } from '../../test/trust/sample-finding.ts';
import type { Observation } from '../protocol/observation.ts';
import { PeerCapabilityCache } from './peer-capability-cache.ts';
import type { Turn } from './trust-view.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function setUp() {
  let now = Date.UTC(2026, 10, 30);
  const cache = new PeerCapabilityCache({ clock: () => now });
  const wait = (ms: number): void => {
    now += ms;
  };
  return { cache, at: anInterface(), wait, begin: now };
}

describe('the standing of a claim', () => {
  it('is unverified, verified once it was kept, suspect from the first break on', () => {
    const { cache, at, begin } = setUp();
    assert.deepEqual(cache.standingOf(at, 'cancel'), { state: 'unverified' });
    cache.kept(at, 'cancel');
    cache.kept(at, 'cancel');
    assert.deepEqual(cache.standingOf(at, 'cancel'), { state: 'verified', keptAt: begin, times: 2 });
    assert.equal(cache.broken(at, aFinding({ rule: 'cancel/resurrected', claim: 'cancel' })), true);
    assert.deepEqual(cache.standingOf(at, 'cancel'), {
      state: 'suspect',
      since: begin,
      until: begin + 15 * MINUTE,
      rule: 'cancel/resurrected',
      relapses: 0,
    });
  });

  it('is kept apart by interface, binding, tenant, credential and operation', () => {
    const { cache, at } = setUp();
    cache.broken(at, aFinding());
    assert.equal(cache.standingOf(at, 'stream.subscribe').state, 'unverified');
    for (const other of [
      { interfaceUrl: 'https://agent.example/v1' },
      { binding: 'HTTP+JSON' },
      { dialect: '0.3' },
      { tenant: 'acme' },
      { credential: 'robot' },
    ] as const) {
      assert.equal(cache.standingOf({ ...at, ...other }, 'stream.send').state, 'unverified', JSON.stringify(other));
    }
  });

  it('grows in time with each relapse, up to a day', () => {
    const { cache, at, wait, begin } = setUp();
    let now = begin;
    const times: number[] = [];
    for (let relapse = 0; relapse < 9; relapse++) {
      cache.broken(at, aFinding());
      const standing = cache.standingOf(at, 'stream.send');
      assert.ok(standing.state === 'suspect' && standing.relapses === relapse);
      times.push((standing.until - now) / MINUTE);
      cache.kept(at, 'stream.send');
      wait(DAY + 1);
      now += DAY + 1;
    }
    assert.deepEqual(times, [15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
  });

  it('needs both, a passed probe and the end of its time, in whatever order', () => {
    const { cache, at, wait } = setUp();
    cache.broken(at, aFinding());
    wait(1);
    cache.kept(at, 'stream.send');
    assert.equal(cache.standingOf(at, 'stream.send').state, 'suspect');
    wait(15 * MINUTE);
    assert.equal(cache.standingOf(at, 'stream.send').state, 'verified');

    cache.broken(at, aFinding());
    wait(DAY);
    assert.equal(cache.standingOf(at, 'stream.send').state, 'suspect');
    cache.kept(at, 'stream.send');
    assert.equal(cache.standingOf(at, 'stream.send').state, 'verified');
  });

  it('decays: what was verified after a day, what was suspect after a long silence', () => {
    const { cache, at, wait } = setUp();
    cache.kept(at, 'task');
    cache.broken(at, aFinding());
    wait(DAY + 1);
    assert.equal(cache.standingOf(at, 'task').state, 'unverified');
    assert.equal(cache.standingOf(at, 'stream.send').state, 'suspect');
    wait(90 * DAY);
    assert.equal(cache.standingOf(at, 'stream.send').state, 'unverified');
  });
});

describe('a finding', () => {
  it('that is suspected demotes when a second run, or a second vantage, shows the same', () => {
    const { cache, at } = setUp();
    const doubt = { certainty: 'suspected', severity: 'warning', claim: 'task' } as const;
    assert.equal(cache.broken(at, aFinding({ ...doubt, rule: 'task/lost', taskId: 'a' })), false);
    assert.equal(cache.broken(at, aFinding({ ...doubt, rule: 'task/lost', taskId: 'a' })), false);
    assert.equal(cache.broken(at, aFinding({ ...doubt, rule: 'task/stuck', taskId: 'b' })), false);
    assert.equal(cache.standingOf(at, 'task').state, 'unverified');
    assert.equal(cache.broken(at, aFinding({ ...doubt, rule: 'task/lost', taskId: 'b' })), true);
    assert.equal(cache.standingOf(at, 'task').state, 'suspect');

    const read: Observation = { kind: 'close', by: 'peer', vantage: aVantage('GetTask'), received: 3 };
    const cancel = { ...doubt, claim: 'cancel', rule: 'cancel/never-settles', taskId: 'c' } as const;
    assert.equal(cache.broken(at, aFinding(cancel)), false);
    assert.equal(cache.broken(at, aFinding({ ...cancel, seen: read })), true);
  });

  it('that is suspected is not confirmed by one of the day before yesterday', () => {
    const { cache, at, wait } = setUp();
    cache.broken(at, aFinding({ certainty: 'suspected', taskId: 'a' }));
    wait(2 * DAY);
    assert.equal(cache.broken(at, aFinding({ certainty: 'suspected', taskId: 'b' })), false);
  });

  it('that is a note, names no claim, or may be a fault of our network demotes nobody', () => {
    const { cache, at } = setUp();
    const vantage = aVantage('SendStreamingMessage');
    const failure = { kind: 'failure', sent: true, message: 'no route', vantage, received: 2 } as const;
    assert.equal(cache.broken(at, aFinding({ severity: 'note' })), false);
    assert.equal(cache.broken(at, aFinding({ claim: undefined })), false);
    for (const reason of ['unreachable', 'timeout', 'reset', 'aborted'] as const) {
      assert.equal(cache.broken(at, aFinding({ seen: { ...failure, reason } })), false);
    }
    assert.deepEqual(cache.rows(), []);
    assert.equal(cache.broken(at, aFinding({ seen: { ...failure, reason: 'unreadable' } })), true);
  });
});

describe('a probe', () => {
  it('is for suspects only, one at a time, and waits a while after one that failed', () => {
    const { cache, at, wait } = setUp();
    assert.equal(cache.beginProbe(at, 'stream.send'), undefined);
    cache.broken(at, aFinding());
    const probe = cache.beginProbe(at, 'stream.send');
    assert.ok(probe !== undefined);
    assert.equal(cache.mayProbe(at, 'stream.send'), false);
    cache.broken(at, aFinding());
    probe.end();
    assert.equal(cache.mayProbe(at, 'stream.send'), false);
    wait(1.5 * MINUTE);
    assert.equal(cache.mayProbe(at, 'stream.send'), true);
  });

  it('may come earlier once the card has changed', () => {
    const { cache, at } = setUp();
    cache.cardSeen(at.cardUrl, 'one');
    cache.broken(at, aFinding());
    cache.broken(at, aFinding());
    assert.equal(cache.mayProbe(at, 'stream.send'), false);
    cache.cardSeen(at.cardUrl, 'one');
    assert.equal(cache.mayProbe(at, 'stream.send'), false);
    cache.cardSeen(at.cardUrl, 'two');
    assert.equal(cache.mayProbe(at, 'stream.send'), true);
    assert.equal(cache.standingOf(at, 'stream.send').state, 'suspect');
  });

  it('is told of a card once, and of the next only when it is another', () => {
    const told: string[] = [];
    const cache = new PeerCapabilityCache({ onEvent: ({ kind }) => told.push(kind) });
    const cardUrl = 'https://agent.example/.well-known/agent-card.json';
    for (const content of ['one', 'one', 'two', 'two', 'one']) cache.cardSeen(cardUrl, content);
    assert.deepEqual(told, ['card', 'card', 'card']);
  });

  it('that is never ended blocks the others for 10 minutes, and its late end ends no other', () => {
    const { cache, at, wait } = setUp();
    cache.broken(at, aFinding());
    const lost = cache.beginProbe(at, 'stream.send');
    wait(10 * MINUTE + 1);
    assert.ok(cache.beginProbe(at, 'stream.send') !== undefined);
    lost?.end();
    assert.equal(cache.mayProbe(at, 'stream.send'), false);
  });

  it('that passed before a card changed has to pass again', () => {
    const { cache, at, wait } = setUp();
    cache.cardSeen(at.cardUrl, 'one');
    cache.broken(at, aFinding());
    wait(1);
    cache.kept(at, 'stream.send');
    cache.cardSeen(at.cardUrl, 'two');
    wait(HOUR);
    assert.equal(cache.standingOf(at, 'stream.send').state, 'suspect');
  });
});

describe('an agent that moves', () => {
  it('takes its suspicions along to its new address, and to no one it lists beside', () => {
    const { cache, at } = setUp();
    const { binding, dialect, tenant } = at;
    const listed = (...urls: string[]) => urls.map((url) => ({ url, binding, dialect, tenant }));
    const [old, beside, moved] = ['rpc', 'beside', 'moved'].map((name) => `https://agent.example/${name}`);
    cache.cardSeen(at.cardUrl, 'one', listed(old!, beside!));
    cache.broken(at, aFinding());
    cache.kept({ ...at, interfaceUrl: beside! }, 'stream.send');
    assert.equal(cache.standingOf({ ...at, interfaceUrl: beside! }, 'stream.send').state, 'verified');
    const before = cache.standingOf(at, 'stream.send');
    cache.cardSeen(at.cardUrl, 'two', listed(moved!, beside!));
    assert.deepEqual(cache.standingOf({ ...at, interfaceUrl: moved! }, 'stream.send'), before);
    assert.equal(cache.standingOf({ ...at, interfaceUrl: beside! }, 'stream.send').state, 'unverified');
    assert.equal(cache.standingOf({ ...at, cardUrl: 'https://other.example/' }, 'stream.send').state, 'unverified');
  });
});

describe('an agent that moves on', () => {
  it('does not take along what it has cleared at its last address, but that it had been broken', () => {
    const { cache, at, wait } = setUp();
    const moveTo = (name: string) => {
      const there = { ...at, interfaceUrl: `https://agent.example/${name}` };
      cache.cardSeen(at.cardUrl, name, [{ ...there, url: there.interfaceUrl }]);
      return there;
    };
    cache.broken(moveTo('one'), aFinding());
    const second = moveTo('two');
    wait(HOUR);
    cache.kept(second, 'stream.send');
    assert.equal(cache.standingOf(second, 'stream.send').state, 'verified');
    const third = moveTo('three');
    assert.equal(cache.standingOf(third, 'stream.send').state, 'unverified');
    cache.broken(third, aFinding());
    const standing = cache.standingOf(third, 'stream.send');
    assert.ok(standing.state === 'suspect' && standing.relapses === 1);
  });
});

describe('refused work', () => {
  it('stays refused for 30 days, whatever happens to trust', () => {
    const { cache, at, wait, begin } = setUp();
    cache.refuse(at.cardUrl, 'order-17', 'its streams are mute');
    cache.cardSeen(at.cardUrl, 'one');
    cache.cardSeen(at.cardUrl, 'two', []);
    cache.reset({ cardUrl: at.cardUrl });
    cache.reset();
    wait(30 * DAY);
    assert.deepEqual(cache.refusalOf(at.cardUrl, 'order-17'), { at: begin, why: 'its streams are mute' });
    assert.equal(cache.refusalOf(at.cardUrl, 'order-18'), undefined);
    assert.equal(cache.refusalOf('https://other.example/', 'order-17'), undefined);
    wait(1);
    assert.equal(cache.refusalOf(at.cardUrl, 'order-17'), undefined);
  });
});

describe('what a skill took', () => {
  it('is told by skill and kind of turn, the newest counting, for a week', () => {
    const { cache, at, wait } = setUp();
    const turn: Turn = { at, skill: 'quote', kind: 'input-required', mode: 'application/json' };
    assert.equal(cache.modeOf(turn), 'unknown');
    cache.modeSeen(turn, false);
    assert.equal(cache.modeOf(turn), 'rejected');
    assert.equal(cache.modeOf({ ...turn, kind: 'first' }), 'unknown');
    assert.equal(cache.modeOf({ ...turn, skill: undefined }), 'unknown');
    cache.modeSeen(turn, true);
    assert.equal(cache.modeOf(turn), 'accepted');
    cache.cardSeen(at.cardUrl, 'one');
    cache.cardSeen(at.cardUrl, 'two');
    assert.equal(cache.modeOf(turn), 'unknown');
    cache.modeSeen(turn, false);
    cache.cardSeen(at.cardUrl, 'three');
    assert.equal(cache.modeOf(turn), 'rejected');
    wait(7 * DAY + 1);
    assert.equal(cache.modeOf(turn), 'unknown');
  });
});

describe('a reset', () => {
  it('forgets one agent, one claim of it, or all of them', () => {
    const { cache, at } = setUp();
    const other = anInterface({ cardUrl: 'https://other.example/card' });
    const states = () =>
      [at, other].map((key) => (['task', 'stream.send'] as const).map((claim) => cache.standingOf(key, claim).state));
    for (const key of [at, other]) {
      cache.broken(key, aFinding());
      cache.kept(key, 'task');
    }
    cache.reset({ cardUrl: at.cardUrl, claim: 'stream.send' });
    assert.deepEqual(states(), [
      ['verified', 'unverified'],
      ['verified', 'suspect'],
    ]);
    cache.reset({ cardUrl: at.cardUrl });
    assert.deepEqual(states(), [
      ['unverified', 'unverified'],
      ['verified', 'suspect'],
    ]);
    cache.reset();
    assert.deepEqual(states(), [
      ['unverified', 'unverified'],
      ['unverified', 'unverified'],
    ]);
  });
});

describe('what is kept', () => {
  it('holds no secret that a URL may carry, and tells such agents apart all the same', () => {
    const { cache, at } = setUp();
    const secret = { ...at, cardUrl: 'https://user:pa55@agent.example/card?key=t0ps3cret#frag' };
    cache.broken(secret, aFinding());
    cache.refuse(secret.cardUrl, 'order', 'why');
    assert.doesNotMatch(JSON.stringify(cache.rows()), /pa55|t0ps3cret|user|frag/);
    assert.equal(cache.standingOf(secret, 'stream.send').state, 'suspect');
    assert.equal(
      cache.standingOf({ ...secret, cardUrl: `${secret.cardUrl.slice(0, 50)}other` }, 'stream.send').state,
      'unverified',
    );
    const [row] = cache.rows();
    assert.ok(row?.kind === 'claim');
    assert.equal(cache.standingOf(row.key, 'stream.send').state, 'suspect');
  });
});
