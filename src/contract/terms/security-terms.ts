import type { AgentCard } from '../../card/agent-card.ts';
import type { SecurityRequirement, SecurityScheme } from '../../card/security.ts';
import type { Abilities } from '../abilities.ts';
import type { CredentialSource } from '../profile.ts';

/** A credential that goes with every call, by the scheme that asks for it. */
export interface PlanCredential {
  readonly scheme: string;
  readonly kind: SecurityScheme['kind'];
  readonly source: CredentialSource | undefined;
  readonly place: CredentialPlace;
}

/** Where a credential goes. `prefix` comes before it in the header, such as `Bearer`. */
export type CredentialPlace =
  | { readonly in: 'header'; readonly name: string; readonly prefix: string | undefined }
  | { readonly in: 'query' | 'cookie'; readonly name: string }
  | { readonly in: 'connection' };

/** How a client can be let in: one alternative per entry, and what was missing from those that it can't take. */
export interface SecurityTerms {
  readonly open: readonly (readonly PlanCredential[])[];
  /** For each alternative that isn't open, the schemes for which nothing is held. */
  readonly missing: readonly (readonly string[])[];
}

/** A card can multiply alternatives; nobody offers more ways in than these. */
const MOST = 8;

/**
 * The ways in to each skill: OR of ANDs, of the card and, on top of it, of the skill. Where neither asks for anything a
 * held credential of a scheme that the card names comes first, then none.
 */
export function securityOf(
  card: AgentCard,
  { credentials }: Abilities,
): (ofSkill: readonly SecurityRequirement[] | undefined) => SecurityTerms {
  const schemes = new Map(card.securitySchemes.map((scheme) => [scheme.name, scheme]));
  const held = (name: string) => heldFor(name, schemes.get(name), credentials);
  const known = new Map<readonly SecurityRequirement[] | undefined, SecurityTerms>();
  return (ofSkill) => {
    const terms = known.get(ofSkill) ?? termsFor(product(card.security, ofSkill ?? []), [...schemes.keys()], held);
    known.set(ofSkill, terms);
    return terms;
  };
}

function termsFor(
  alternatives: readonly (readonly string[])[],
  schemes: readonly string[],
  heldFor: (name: string) => readonly PlanCredential[],
): SecurityTerms {
  const open: (readonly PlanCredential[])[] = [];
  const missing: (readonly string[])[] = [];
  for (const names of alternatives) {
    const held = names.flatMap(heldFor);
    if (held.length === names.length) open.push(held);
    else missing.push(names.filter((name) => !held.some(({ scheme }) => scheme === name)));
  }
  if (alternatives.every((names) => names.length === 0)) {
    const useful = schemes.map(heldFor).find((held) => held.some(({ source }) => source !== undefined));
    if (useful !== undefined) open.unshift(useful);
  }
  // One that needs nothing is the last resort: who is known is often served better.
  return { open: [...open].sort((a, b) => Number(a.length === 0) - Number(b.length === 0)), missing };
}

function product(
  ofCard: readonly SecurityRequirement[],
  ofSkill: readonly SecurityRequirement[],
): readonly (readonly string[])[] {
  const outer = ofCard.length === 0 ? [[]] : ofCard.slice(0, MOST).map(namesOf);
  const inner = ofSkill.length === 0 ? [[]] : ofSkill.slice(0, MOST).map(namesOf);
  return outer.flatMap((a) => inner.map((b) => [...new Set([...a, ...b])])).slice(0, MOST);
}

function namesOf({ schemes }: SecurityRequirement): readonly string[] {
  return schemes.map(({ name }) => name);
}

function heldFor(
  name: string,
  scheme: SecurityScheme | undefined,
  credentials: Abilities['credentials'],
): readonly PlanCredential[] {
  const kind = scheme?.kind ?? 'unknown';
  const place = placeOf(scheme);
  if (place === undefined) return [];
  if (credentials === 'any') return [{ scheme: name, kind, source: undefined, place }];
  const source = [name, ...kindNames(scheme)]
    .map((key) => credentials.get(key))
    .find((candidate) => candidate !== undefined);
  return source === undefined ? [] : [{ scheme: name, kind, source, place }];
}

/** What a profile may call the credential of a scheme beside the scheme's own name. */
function kindNames(scheme: SecurityScheme | undefined): readonly string[] {
  if (scheme === undefined || scheme.kind === 'unknown') return [];
  return scheme.kind === 'http' ? [scheme.scheme.toLowerCase(), 'http'] : [scheme.kind];
}

/** `undefined` where a credential would have to go to a place that there is not. */
function placeOf(scheme: SecurityScheme | undefined): CredentialPlace | undefined {
  const bearer = { in: 'header', name: 'Authorization', prefix: 'Bearer' } as const;
  switch (scheme?.kind) {
    case 'http':
      return { ...bearer, prefix: scheme.scheme === '' ? 'Bearer' : capitalised(scheme.scheme) };
    case 'apiKey': {
      const place = scheme.in.toLowerCase();
      if (place === 'query' || place === 'cookie') return { in: place, name: scheme.parameter };
      if (place !== 'header' && place !== '') return undefined;
      return { in: 'header', name: scheme.parameter, prefix: undefined };
    }
    case 'mutualTLS':
      return { in: 'connection' };
    default:
      return bearer;
  }
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
