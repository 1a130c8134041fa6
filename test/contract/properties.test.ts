import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readAgentCard } from '../../src/card/agent-card.ts';
import { LIFECYCLE_PATHS } from '../../src/contract/lifecycle-path.ts';
import { checkCardNegotiable } from '../../src/contract/negotiate.ts';
import type { Negotiation } from '../../src/contract/negotiation.ts';
import { anyCard, anyKnowledge, anyProfile, anyStates, anyTask, anyWidening, trustOf } from './generate.ts';

const RUNS = { numRuns: Number(process.env['PROBITY_RUNS'] ?? 600) };
/** What a caller gets. To defer is to refuse for now: what is learned then may be good or bad. */
const RANK: Readonly<Record<Negotiation['decision'], number>> = { refuse: 0, defer: 0, degrade: 1, accept: 2 };

const rank = ({ decision }: Negotiation): number => RANK[decision];

describe('a negotiation', () => {
  it('is never the worse for a client that can do more', () => {
    fc.assert(
      fc.property(
        anyCard,
        anyProfile,
        anyWidening,
        anyTask,
        anyStates,
        anyKnowledge,
        (card, profile, widen, task, states, known) => {
          const before = checkCardNegotiable(card, profile, task, trustOf(states), known);
          const after = checkCardNegotiable(card, widen(profile), task, trustOf(states), known);
          // With more in common a plan may rest on less: it then gives up what it would have had to rely on.
          assert.ok('plan' in after || !('plan' in before), `${before.decision} became ${after.decision}`);
        },
      ),
      RUNS,
    );
  });

  it('is never the better for an agent that is under more suspicion', () => {
    fc.assert(
      fc.property(anyCard, anyProfile, anyTask, anyStates, anyStates, (card, profile, task, states, more) => {
        const worse = states.map((state, index) => (more[index] === 'suspect' ? 'suspect' : state));
        const before = checkCardNegotiable(card, profile, task, trustOf(states));
        const after = checkCardNegotiable(card, profile, task, trustOf(worse));
        assert.ok(rank(after) <= rank(before), `${before.decision} became ${after.decision}`);
        assert.equal(rank(checkCardNegotiable(card, profile, task, trustOf(states, true))), RANK.refuse);
      }),
      RUNS,
    );
  });

  it('is the same for the same, has every wait bounded, and names what is lost where it refuses', () => {
    fc.assert(
      fc.property(anyCard, anyProfile, anyTask, anyStates, anyKnowledge, (card, profile, task, states, known) => {
        const negotiation = checkCardNegotiable(card, profile, task, trustOf(states), known);
        assert.deepEqual(checkCardNegotiable(card, profile, task, trustOf([...states]), known), negotiation);
        if ('plan' in negotiation) {
          const { bounds, obligations, interface: at, reliesOn, probes } = negotiation.plan;
          for (const { ms } of [...Object.values(bounds), ...obligations.map(({ within }) => within)]) {
            assert.ok(Number.isFinite(ms) && ms > 0);
          }
          assert.ok(profile.bindings.includes(at.binding) && profile.versions.includes(at.dialect));
          assert.deepEqual(
            reliesOn.filter((claim) => probes.includes(claim)),
            [],
          );
          for (const sentence of negotiation.plan.explain()) assert.match(sentence, /^[A-Z].*\.$/s);
          assert.ok(negotiation.findings.every(({ effect }) => effect !== 'refuses'));
        } else {
          assert.ok(negotiation.reasons.length > 0);
          for (const { path, because } of negotiation.reasons) {
            assert.ok(Object.hasOwn(LIFECYCLE_PATHS, path));
            assert.notEqual(because, '');
          }
        }
        if (negotiation.decision === 'degrade') assert.ok(negotiation.givenUp.length > 0);
        if (negotiation.decision === 'defer') assert.ok(negotiation.needs.length > 0);
      }),
      RUNS,
    );
  });

  it('relies on no claim that is suspect', () => {
    fc.assert(
      fc.property(anyCard, anyProfile, anyTask, anyStates, (card, profile, task, states) => {
        const trust = trustOf(states);
        const negotiation = checkCardNegotiable(card, profile, task, trust);
        if (!('plan' in negotiation)) return;
        const { interface: at, reliesOn, credentials } = negotiation.plan;
        const credential = credentials.map(({ scheme }) => scheme).join('+') || undefined;
        const key = { ...at, cardUrl: trust.cardUrl, interfaceUrl: at.url, credential };
        for (const claim of reliesOn) {
          const { state } = trust.view.standingOf(key, claim);
          assert.ok(state !== 'suspect' || claim === 'inputModes', claim);
        }
      }),
      RUNS,
    );
  });

  it('comes to some decision, whatever a card is made of', () => {
    const member = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), fc.constantFrom(true, 'text/plain', -1, null));
    const anything = fc.record(
      {
        url: fc.oneof(fc.constant('https://agent.example/'), fc.string()),
        supportedInterfaces: fc.oneof(
          fc.array(fc.record({ url: fc.string({ minLength: 1 }), protocolBinding: fc.string(), tenant: member })),
          member,
        ),
        capabilities: fc.oneof(fc.record({ streaming: member, extensions: member, pushNotifications: member }), member),
        skills: fc.oneof(
          fc.array(fc.record({ id: member, inputModes: member, outputModes: member, security: member })),
          member,
        ),
        securitySchemes: fc.oneof(fc.dictionary(fc.string(), member), member),
        security: member,
        securityRequirements: member,
        defaultInputModes: member,
        defaultOutputModes: member,
        defaultTimeout: member,
        signatures: member,
      },
      { requiredKeys: ['url'] },
    );
    fc.assert(
      fc.property(anything, anyProfile, anyTask, anyStates, (raw, profile, task, states) => {
        const card = readAgentCard(raw);
        if (card === undefined) return;
        assert.ok(checkCardNegotiable(card, profile, task, trustOf(states)).decision in RANK);
      }),
      RUNS,
    );
  });
});
