import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Part } from '../protocol/model.ts';
import { missesOf, type ResultOf } from './result-predicate.ts';

const result = (...parts: readonly Part[]): ResultOf => ({
  artifacts: parts.map((part, index) => ({ artifactId: `a${index}`, parts: [part] })),
  statusMessage: undefined,
});
const INVOICE = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } };

describe('a result predicate', () => {
  it('asks nothing of a result where it says nothing', () => {
    assert.equal(missesOf({ artifacts: undefined, statusMessage: undefined }, {}), undefined);
  });

  it('counts artifacts that hold something', () => {
    assert.equal(missesOf(result({ text: 'a' }, { text: 'b' }), { artifacts: 2 }), undefined);
    assert.equal(
      missesOf(result({ text: 'a' }, { text: '' }), { artifacts: 2 }),
      'it holds 1 artifacts with content, and 2 are asked for',
    );
  });

  it('looks for each media type among the parts', () => {
    const both = result({ raw: 'aGk=', mediaType: 'application/pdf' }, { text: 'see above' });
    assert.equal(missesOf(both, { mediaTypes: ['application/pdf', 'text/*'] }), undefined);
    assert.equal(missesOf(both, { mediaTypes: ['image/*'] }), 'no part of it is image/*');
  });

  it('holds data against a JSON Schema, and text that is JSON by its type', () => {
    assert.equal(missesOf(result({ data: { total: 3 } }), { schema: INVOICE }), undefined);
    assert.equal(
      missesOf(result({ text: '{"total":3}', mediaType: 'application/vnd.invoice+json' }), { schema: INVOICE }),
      undefined,
    );
    assert.match(missesOf(result({ data: { total: '3' } }), { schema: INVOICE }) ?? '', /\/total must be number/);
    assert.match(missesOf(result({ text: '{"total":3}' }), { schema: INVOICE }) ?? '', /no part of it holds data/);
  });

  it('takes a result in the status message where there are no artifacts, but for no artifact', () => {
    const inStatus: ResultOf = { artifacts: [], statusMessage: { parts: [{ data: { total: 1 } }] } };
    assert.equal(missesOf(inStatus, { schema: INVOICE, mediaTypes: ['application/json'] }), undefined);
    assert.match(missesOf(inStatus, { artifacts: 1 }) ?? '', /^it holds 0/);
  });

  it('reads schemas of both drafts in use, and says so where one can not be used', () => {
    const tuple = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] };
    assert.equal(missesOf(result({ data: ['a'] }), { schema: tuple }), undefined);
    assert.match(missesOf(result({ data: 1 }), { schema: { type: 'no-such' } }) ?? '', /can't be used/);
  });

  it('never throws, whatever a peer delivers', () => {
    const part = fc.record({ text: fc.string(), data: fc.jsonValue(), mediaType: fc.string() }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const missed = missesOf(result(...parts), { artifacts: 1, mediaTypes: ['text/plain'], schema: INVOICE });
        assert.ok(missed === undefined || missed.length > 0);
      }),
    );
  });
});
