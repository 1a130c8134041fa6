import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditingPage } from './auditing-page.ts';

describe('the page on auditing', () => {
  it('lists the lies and the scenarios as they are (node test/audit/auditing-page.ts writes them anew)', () => {
    const { is, shouldBe } = auditingPage();
    assert.equal(is, shouldBe);
  });
});
