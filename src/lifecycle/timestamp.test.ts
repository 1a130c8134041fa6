import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readTimestamp } from './timestamp.ts';

describe('a timestamp', () => {
  it('is read as Date.parse reads it, whatever its form', () => {
    const instant = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    const fraction = fc.constantFrom('', '.1', '.12', '.123', '.123456', '.123456789');
    const zone = fc.constantFrom('Z', '+00:00', '-07:30');
    fc.assert(
      fc.property(instant, fraction, zone, (date, fraction, zone) => {
        const text = `${date.toISOString().slice(0, 19)}${fraction}${zone}`;
        assert.equal(readTimestamp(text), Date.parse(text));
      }),
    );
  });

  it('is none where nothing can be read', () => {
    for (const text of [
      undefined,
      '',
      'yesterday',
      '2026-13-01T00:00:00Z',
      '2026-01-01T00:00:00.Z',
      '2026-01-01T24:61:00Z',
    ]) {
      assert.equal(readTimestamp(text), undefined, text);
    }
  });

  it('never throws, and is a number or nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.notEqual(readTimestamp(`2026${text}Z`), Number.NaN)));
  });
});
