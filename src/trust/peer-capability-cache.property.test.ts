import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { aFinding, anInterface } from '../../test/trust/sample-finding.ts';
import type { Claim } from '../lifecycle/finding.ts';
import { TRUST_BOUNDS } from './bounds.ts';
import { PeerCapabilityCache } from './peer-capability-cache.ts';
import { idOf } from './trust-row.ts';
import type { InterfaceKey, Standing } from './trust-view.ts';

const numRuns = Number(process.env['PROBITY_RUNS'] ?? 300);

const CLAIM: Claim = 'stream.send';

type Step =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'kept' | 'broken' | 'doubted' | 'probe' }
  | { readonly do: 'card'; readonly digest: string; readonly listed: boolean }
  | { readonly do: 'reopen' };

const minutes = (ms: number): number => ms * 60_000;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ max: minutes(2_000) }).map(Math.abs) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('kept' as const, 'broken' as const, 'probe' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('doubted' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('card' as const), digest: fc.constantFrom('a', 'b'), listed: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

/** What an observer who only sees standings makes of a course of events. */
interface Seen {
  readonly did: Step;
  readonly now: number;
  readonly before: Standing;
  readonly after: Standing;
  /** The newest time that each of these was told. */
  readonly last: { kept: number; broken: number };
}

function play(steps: readonly Step[], look: (seen: Seen) => void): void {
  let now = 1_000_000;
  const clock = () => now;
  let at: InterfaceKey = anInterface();
  let cache = new PeerCapabilityCache({ clock });
  const last = { kept: 0, broken: 0 };
  for (const [index, did] of steps.entries()) {
    const before = cache.standingOf(at, CLAIM);
    switch (did.do) {
      case 'wait':
        now += did.ms;
        break;
      case 'kept':
      case 'probe': {
        using probe = did.do === 'probe' ? cache.beginProbe(at, CLAIM) : undefined;
        if (did.do === 'probe' && probe === undefined) break;
        cache.kept(at, CLAIM);
        last.kept = now;
        break;
      }
      case 'broken':
        cache.broken(at, aFinding({ claim: CLAIM }));
        last.broken = now;
        break;
      case 'doubted':
        if (cache.broken(at, aFinding({ claim: CLAIM, certainty: 'suspected', taskId: `task-${index}` })))
          last.broken = now;
        break;
      case 'card': {
        // A peer that would be rid of its record gives another card, or another address, or both.
        if (!did.listed) at = { ...at, interfaceUrl: `https://agent.example/rpc-${index}` };
        cache.cardSeen(at.cardUrl, did.listed ? did.digest : `${did.digest}${index}`, [
          { url: at.interfaceUrl, binding: at.binding, dialect: at.dialect, tenant: at.tenant },
        ]);
        break;
      }
      case 'reopen': {
        const again = new PeerCapabilityCache({ clock });
        again.adopt({ whole: true, rows: JSON.parse(JSON.stringify(cache.rows())), gone: [] }, []);
        cache = again;
      }
    }
    look({ did, now, before, after: cache.standingOf(at, CLAIM), last: { ...last } });
    now++;
  }
}

function holds(check: (seen: Seen) => void): void {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => play(steps as readonly Step[], check)),
    { numRuns },
  );
}

describe('whatever happens to a claim', () => {
  it('a certain break makes it suspect at once, for 15 minutes at least and a day at most', () => {
    holds(({ did, now, after }) => {
      if (did.do !== 'broken') return;
      assert.equal(after.state, 'suspect');
      assert.ok(after.until >= now + TRUST_BOUNDS.suspectFirstMs && after.until <= now + TRUST_BOUNDS.suspectMostMs);
    });
  });

  it('a relapse never shortens the time, and nothing makes relapses fewer', () => {
    let last: Standing | undefined;
    holds(({ before, after }) => {
      if (before.state === 'suspect' && after.state === 'suspect') {
        assert.ok(after.until >= before.until);
        assert.ok(after.relapses >= before.relapses);
      }
      if (after.state === 'suspect') last = after;
    });
    assert.ok(last !== undefined);
  });

  it('a suspect is verified only when it was kept after the break, and its time is over', () => {
    let until = 0;
    holds(({ now, before, after, last }) => {
      if (before.state === 'suspect') until = before.until;
      if (before.state !== 'suspect' || after.state !== 'verified') return;
      assert.ok(last.kept > last.broken, 'no probe has passed');
      assert.ok(now >= until, 'its time is not over');
    });
  });

  it('a changed card makes nothing better, at whatever address', () => {
    holds(({ did, before, after }) => {
      if (did.do !== 'card') return;
      if (before.state === 'suspect') assert.deepEqual(after, before);
      else assert.ok(after.state === 'unverified' || after.state === before.state);
    });
  });

  it('what was verified says nothing after a day without an observation', () => {
    holds(({ now, after, last }) => {
      if (now - Math.max(last.kept, last.broken) > TRUST_BOUNDS.verifiedMs) assert.notEqual(after.state, 'verified');
    });
  });

  it('it is the same after it was stored and read again', () => {
    holds(({ did, before, after }) => {
      if (did.do === 'reopen') assert.deepEqual(after, before);
    });
  });
});

describe('what a file brings', () => {
  it('is what memory holds, once everything told has been written: memory and file take the same events', () => {
    const told = fc.array(fc.constantFrom('kept' as const, 'broken' as const, 'card' as const, 'mode' as const), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(told, fc.infiniteStream(fc.boolean()), (steps, writes) => {
        let now = 0;
        const at = anInterface();
        const pending: Parameters<PeerCapabilityCache['adopt']>[1][number][] = [];
        const cache = new PeerCapabilityCache({ clock: () => now, onEvent: (event) => pending.push(event) });
        const file = new PeerCapabilityCache({ clock: () => now });
        let filed: readonly string[] = [];
        for (const [index, did] of steps.entries()) {
          now += 600_000;
          if (did === 'kept') cache.kept(at, CLAIM);
          else if (did === 'broken') cache.broken(at, aFinding({ claim: CLAIM }));
          else if (did === 'card') cache.cardSeen(at.cardUrl, `card ${index}`);
          else cache.modeSeen({ at, skill: undefined, kind: 'first', mode: 'text/plain' }, index % 2 === 0);
          if (!writes.next().value) continue;
          file.adopt({ whole: false, rows: [], gone: [] }, pending.splice(0));
          const gone = filed.filter((id) => !file.rows().some((row) => idOf(row) === id));
          filed = file.rows().map(idOf);
          cache.adopt({ whole: false, rows: file.rows(), gone }, pending);
        }
        file.adopt({ whole: false, rows: file.rows(), gone: [] }, pending);
        assert.deepEqual(sorted(cache), sorted(file));
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });
});

function sorted(cache: PeerCapabilityCache) {
  return cache.rows().toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}
