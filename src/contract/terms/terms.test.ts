import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DEFAULT_PROFILE } from '../profile.ts';
import { cardWith } from '../setting.ts';
import { DEFAULT_TASK_CLASS } from '../task-class.ts';
import { allTerms } from './terms.ts';

const many = <T>(length: number, make: (index: number) => T): readonly T[] => Array.from({ length }, (_, i) => make(i));

it('a card with thousands of everything is weighed in a bounded number of ways', () => {
  const scheme = (index: number) => `scheme-${index}`;
  const card = cardWith({
    supportedInterfaces: many(200, (index) => ({
      url: `https://agent.example/${index}`,
      protocolBinding: 'JSONRPC',
      protocolVersion: '1.0',
    })),
    securitySchemes: Object.fromEntries(many(500, (index) => [scheme(index), { mtlsSecurityScheme: {} }])),
    securityRequirements: many(500, (index) => ({ schemes: { [scheme(index)]: { list: [] } } })),
    skills: many(5_000, (index) => ({ id: `${index}`, inputModes: [`a/${index}`], outputModes: [`b/${index}`] })),
  });
  const profile = { ...DEFAULT_PROFILE, credentials: { mutualTLS: 'file:client.pem' } } as const;
  const task = { ...DEFAULT_TASK_CLASS, singleShot: true };
  assert.equal([...allTerms(card, profile, task, undefined, {})].length, 16 * 8 * 8 * 2);
});

it('a key that would have to go to a place that there is not lets nobody in', () => {
  const placed = (location: string) => {
    const securitySchemes = { key: { apiKeySecurityScheme: { location, name: 'k' } } };
    const card = cardWith({ securitySchemes, securityRequirements: [{ schemes: { key: { list: [] } } }] });
    const profile = { ...DEFAULT_PROFILE, credentials: { key: 'env:KEY' } } as const;
    const [terms] = allTerms(card, profile, DEFAULT_TASK_CLASS, undefined, {});
    return terms?.credentials?.map(({ place }) => place.in);
  };
  assert.deepEqual(placed('header'), ['header']);
  assert.deepEqual(placed('Cookie'), ['cookie']);
  assert.deepEqual(placed('body'), undefined);
});
