import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mediaTypeOf } from '../protocol/call.ts';
import type { Part } from '../protocol/model.ts';
import type { ModeStanding } from '../trust/trust-view.ts';
import { fitParts } from './turn-parts.ts';

const RUNS = { numRuns: Number(process.env['PROBITY_RUNS'] ?? 500) };

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ text: fc.string(), mediaType: fc.constantFrom('text/plain', 'text/markdown') }),
  fc.record({ data: fc.jsonValue(), mediaType: fc.constant('application/json') }),
  fc.record({ raw: fc.base64String(), mediaType: fc.constantFrom('image/png', 'audio/pcm') }),
);
const standings = fc.dictionary(
  fc.constantFrom('text/plain', 'text/markdown', 'application/json', 'image/png', 'audio/pcm'),
  fc.constantFrom<ModeStanding>('accepted', 'rejected', 'unknown'),
);
const policy = fc.record({ bridge: fc.boolean(), unknownModes: fc.constantFrom('ask' as const, 'try' as const) });

describe('a follow-up that is fitted to what an agent takes', () => {
  it('never holds a type that was rejected, and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(part), standings, policy, (parts, known, rule) => {
        const standingOf = (mode: string): ModeStanding => known[mode] ?? 'unknown';
        const fitted = fitParts(parts, standingOf, rule);
        if (fitted.kind === 'unfit') return assert.notEqual(standingOf(fitted.mode), 'accepted');
        assert.equal(fitted.parts.length, parts.length);
        for (const [index, sent] of fitted.parts.entries()) {
          assert.notEqual(standingOf(mediaTypeOf(sent)), 'rejected');
          const given = parts[index] as Part;
          if (sent === given) continue;
          const same = given.data === undefined ? given.text : JSON.stringify(given.data);
          assert.equal(sent.text, same);
        }
        return undefined;
      }),
      RUNS,
    );
  });

  it('is sent as it is where everything in it was taken before', () => {
    fc.assert(
      fc.property(fc.array(part), policy, (parts, rule) => {
        assert.deepEqual(
          fitParts(parts, () => 'accepted', rule),
          { kind: 'fits', parts, bridged: [] },
        );
      }),
      RUNS,
    );
  });

  it('goes out in types that are not known only where that is to be tried', () => {
    fc.assert(
      fc.property(fc.array(part), fc.boolean(), (parts, bridge) => {
        const fitted = fitParts(parts, () => 'unknown', { bridge, unknownModes: 'ask' });
        if (fitted.kind === 'fits') assert.ok(fitted.parts.every((one) => mediaTypeOf(one) === 'text/plain'));
      }),
      RUNS,
    );
  });
});
