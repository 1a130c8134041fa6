import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCENARIO_IDS } from '../../src/audit/scenario-ids.ts';
import { eachIsKept } from './matrix-audits.ts';
import { MATRIX } from './scenario-matrix.ts';

describe('the scenarios of an audit', () => {
  it('each have an agent that breaks them, and one that keeps them', () => {
    assert.deepEqual(
      MATRIX.map(({ scenario }) => scenario),
      SCENARIO_IDS,
    );
  });
});

eachIsKept();
