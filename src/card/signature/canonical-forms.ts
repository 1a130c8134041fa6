import { canonicalJson } from '../../protocol/canonical-json.ts';
import { asObject, type JsonObject } from '../../protocol/json.ts';
import { layoutOf } from '../card-layout.ts';
import { type Member, NEW_CARD, OLD_CARD, type Shape } from '../card-shape.ts';
import { pointerTo } from '../pointer.ts';
import { pythonJson } from './python-json.ts';
import type { CanonicalForm } from './signature-report.ts';
import { restoreRequirements, securityOutside } from './signed-security.ts';
import { isEmpty, withDefaults, withoutDefaults, withoutEmpties } from './stripping.ts';

/** A card as some signer may have put it into bytes. */
export interface CanonicalCard {
  readonly form: CanonicalForm;
  readonly text: string;
  /** What of the card these bytes vouch for. */
  readonly covered: JsonObject;
  /** JSON Pointers of what they leave out. */
  readonly outside: readonly string[];
}

/**
 * The forms in which a card may have been signed, those that cover most first. Signers in use differ in what they make
 * of unknown members and of empty ones (§8.4.1 keeps the former and drops some of the latter). A form whose bytes an
 * earlier one has already is left out.
 */
export function canonicalForms(card: JsonObject): readonly CanonicalCard[] {
  const { signatures: _, ...raw } = card;
  const layout = layoutOf(raw);
  const forms = [
    ...(layout.new ? [made('presence', byPresence(raw, NEW_CARD, true))] : []),
    made('verbatim', { covered: raw, outside: [] }),
    ...(layout.new || layout.old === undefined ? narrowForms(raw, NEW_CARD) : []),
    ...(layout.old === undefined ? [] : narrowForms(raw, OLD_CARD)),
  ];
  const texts = new Set<string>();
  return forms.filter(({ text }) => (texts.has(text) ? false : texts.add(text)));
}

/** The card by the presence rules of the text (§8.4.1): what a signer of 1.0 is to sign. */
export function canonicalText(card: JsonObject): string {
  const { signatures: _, ...raw } = card;
  return canonicalJson(byPresence(raw, NEW_CARD, true).covered);
}

/** The card as the SDKs sign it: without members that they don't know, and without empty ones. */
export function sdkText(card: JsonObject): string {
  const { signatures: _, ...raw } = card;
  return canonicalJson(withoutEmpties(byPresence(raw, NEW_CARD, false).covered));
}

interface Reduced {
  readonly covered: JsonObject;
  readonly outside: readonly string[];
}

/** Those of signers that read the card into a model first, and so lose what the model has no place for. */
function narrowForms(raw: JsonObject, shape: Shape): readonly CanonicalCard[] {
  const known = byPresence(raw, shape, false);
  const stripped = withoutEmpties(known.covered);
  const vouched = (value: JsonObject): Reduced => ({
    covered: restoreRequirements(raw, value),
    outside: [...known.outside, ...securityOutside(known.covered, stripped)],
  });
  const forms = [
    made('known', known),
    { ...vouched(stripped), form: 'stripped' as const, text: canonicalJson(stripped) },
    { ...vouched(stripped), form: 'stripped-ascii' as const, text: pythonJson(stripped, shape === NEW_CARD) },
  ];
  if (shape === NEW_CARD) return forms;
  const bare = withoutEmpties(withoutDefaults(known.covered));
  return [...forms, { ...vouched(withDefaults(bare)), form: 'stripped-ascii', text: pythonJson(bare, false) }];
}

function made(form: CanonicalForm, { covered, outside }: Reduced): CanonicalCard {
  return { form, text: canonicalJson(covered), covered, outside };
}

type Path = readonly (string | number)[];

function byPresence(raw: JsonObject, shape: Shape, keepsUnknown: boolean): Reduced {
  const outside: string[] = [];
  const covered = reduce(raw, shape, keepsUnknown, [], outside);
  return { covered, outside };
}

function reduce(raw: JsonObject, shape: Shape, keepsUnknown: boolean, path: Path, outside: string[]): JsonObject {
  const kept: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(raw)) {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const own = [...path, name];
    if (member === undefined) {
      if (keepsUnknown) kept[name] = value;
      else if (!isEmpty(value)) outside.push(pointerTo(own));
    } else if (value !== null && !(member.presence === 'implicit' && isDefault(value))) {
      kept[name] = reduceMember(value, member, keepsUnknown, own, outside);
    }
  }
  return kept;
}

function reduceMember(value: unknown, member: Member, keepsUnknown: boolean, path: Path, outside: string[]): unknown {
  const { of } = member;
  if (of === undefined) return value;
  const inner = (one: unknown, at: string | number): unknown => {
    const object = asObject(one);
    return object === undefined ? one : reduce(object, of, keepsUnknown, [...path, at], outside);
  };
  if (Array.isArray(value)) return value.map(inner);
  const object = asObject(value);
  if (object === undefined) return value;
  if (member.kind !== 'map') return reduce(object, of, keepsUnknown, path, outside);
  return Object.fromEntries(Object.entries(object).map(([name, one]) => [name, inner(one, name)]));
}

function isDefault(value: unknown): boolean {
  return value === false || isEmpty(value);
}
