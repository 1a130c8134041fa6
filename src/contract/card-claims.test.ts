import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../protocol/json.ts';
import { claimsOf } from './card-claims.ts';
import { cardWith } from './setting.ts';

const SPOKEN = { dialect: '1.0', binding: 'JSONRPC' } as const;
const SCHEMES = { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } };
const BEARER = [{ schemes: { bearer: { list: [] } } }];

function claimed(members: JsonObject, url?: string) {
  return claimsOf(cardWith(members), { ...SPOKEN, ...(url === undefined ? {} : { url }) });
}

describe('the claims of a card', () => {
  it('deny what it does not say; of no card nothing is known', () => {
    assert.equal(claimed({ capabilities: {} }).streaming, false);
    assert.equal(claimsOf(undefined, SPOKEN).streaming, undefined);
  });

  it('tell which input modes every skill takes, whatever their parameters', () => {
    const skills = [{ id: 'a', inputModes: ['Text/Plain; charset=utf-8', 'image/png'] }, { id: 'b' }];
    assert.deepEqual(claimed({ skills }).inputModesOfEverySkill, ['text/plain']);
    assert.equal(claimed({ skills: [] }).inputModesOfEverySkill, undefined);
  });

  it('say whether anybody may call only where nobody can be turned away for a bad credential', () => {
    const skill = { id: 'a', securityRequirements: BEARER };
    for (const [members, allowed] of [
      [{}, true],
      [{ securitySchemes: SCHEMES }, undefined],
      [{ securitySchemes: SCHEMES, securityRequirements: BEARER }, false],
      [{ securitySchemes: SCHEMES, securityRequirements: [...BEARER, {}] }, undefined],
      [{ securitySchemes: SCHEMES, securityRequirements: BEARER, skills: [skill] }, false],
      [{ securitySchemes: SCHEMES, skills: [skill, { id: 'b' }] }, undefined],
    ] as const) {
      assert.equal(claimed(members).anonymousAllowed, allowed, JSON.stringify(members));
    }
  });

  it('know a local address by its spelling, and a public one never', () => {
    assert.equal(claimed({}, 'http://10.0.0.7/a2a').publicAddress, false);
    assert.equal(claimed({}, 'https://agent.example/a2a').publicAddress, undefined);
  });
});
