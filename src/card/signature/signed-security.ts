import { asList, asObject, asText, type JsonObject } from '../../protocol/json.ts';
import { pointerTo } from '../pointer.ts';
import { isEmpty } from './stripping.ts';

/**
 * What a form without empty members leaves out of a card's security, where emptiness has a meaning: a scheme named
 * without scopes is still asked for, a requirement of nothing lets anybody in, and mutual TLS has no settings.
 */
export function securityOutside(card: JsonObject, stripped: JsonObject): readonly string[] {
  const signed = asObject(stripped['securitySchemes']) ?? {};
  const schemes = Object.keys(asObject(card['securitySchemes']) ?? {})
    .filter((name) => !Object.hasOwn(signed, name))
    .map((name) => pointerTo(['securitySchemes', name]));
  return [...schemes, ...everyRequirement(card).flatMap(({ value, path }) => outsideOf(value, path))];
}

function outsideOf(value: unknown, path: readonly (string | number)[]): readonly string[] {
  const wrapped = asObject(asObject(value)?.['schemes']);
  const entries = Object.entries(wrapped ?? asObject(value) ?? {}).filter(([name]) => name !== 'schemes');
  if (entries.length === 0) return [pointerTo(path)];
  const inner = wrapped === undefined ? path : [...path, 'schemes'];
  return entries
    .filter(([, scopes]) => isEmpty(asObject(scopes)?.['list'] ?? (asObject(scopes) === undefined ? scopes : [])))
    .map(([name]) => pointerTo([...inner, name]));
}

/**
 * Puts the requirements back that name signed schemes only. They are not signed where they name no scopes, but all they
 * can do is send a credential where the signed members say, or none; without them a signed card could not be used.
 */
export function restoreRequirements(card: JsonObject, covered: JsonObject): JsonObject {
  const signed = asObject(covered['securitySchemes']) ?? {};
  const usable = (value: unknown) => {
    const names = Object.keys(asObject(asObject(value)?.['schemes']) ?? asObject(value) ?? {});
    return names.length > 0 && names.every((name) => name !== 'schemes' && Object.hasOwn(signed, name));
  };
  const restore = (from: JsonObject, to: JsonObject): JsonObject => {
    const kept = REQUIREMENTS.flatMap((member) => {
      const ways = asList(from[member]).filter(usable);
      return ways.length === 0 ? [] : [[member, ways] as const];
    });
    const rest = Object.entries(to).filter(([name]) => !REQUIREMENTS.includes(name));
    return Object.fromEntries([...rest, ...kept]);
  };
  // Skills keep their order, and one that were nothing but empty has no id to be told by.
  const skills = new Map(asList(card['skills']).map((skill) => [asText(asObject(skill)?.['id']), asObject(skill)]));
  const restored = asList(covered['skills']).map((skill) => {
    const own = asObject(skill) ?? {};
    return restore(skills.get(asText(own['id'])) ?? {}, own);
  });
  return { ...restore(card, covered), ...(covered['skills'] === undefined ? {} : { skills: restored }) };
}

const REQUIREMENTS: readonly string[] = ['security', 'securityRequirements'];

function everyRequirement(card: JsonObject) {
  const holders = [
    { holder: card, path: [] as readonly (string | number)[] },
    ...asList(card['skills']).map((skill, index) => ({ holder: asObject(skill) ?? {}, path: ['skills', index] })),
  ];
  return holders.flatMap(({ holder, path }) =>
    REQUIREMENTS.flatMap((member) =>
      asList(holder[member]).map((value, index) => ({ value, path: [...path, member, index] })),
    ),
  );
}
