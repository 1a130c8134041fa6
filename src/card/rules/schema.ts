import type { Basis } from '../../lifecycle/finding.ts';
import { V1 } from '../../lifecycle/revision.ts';
import type { Dialect } from '../../protocol/operation.ts';
import { NEW_CARD, OLD_CARD, type Shape } from '../card-shape.ts';
import type { CardBreach, CardRule } from '../lint/card-rule.ts';
import type { LintedCard } from '../lint/linted-card.ts';
import { WELL_FORMED } from './authority.ts';
import { checkShape, type ShapeFault } from './check-shape.ts';
import { newCard, oldCard, skill } from './sample-cards.ts';

const EMPTY: Basis = {
  kind: 'gap',
  clause: '5.7, 8.4.1',
  revision: V1,
  reading:
    'Lists that are required must have at least one element and required fields be set, but the example of the canonical form has an empty description and no skills.',
};

/** Judged by rules of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set(['securitySchemes', 'signatures']);

export const schema: CardRule = {
  id: 'card/schema',
  title: 'A required member of the card is missing or of a wrong type',
  ...WELL_FORMED,
  certainty: 'certain',
  why: 'Strict clients reject the whole card, lenient ones guess what was meant.',
  remedy: 'Validate the card against the definition of its version before it is served.',
  about: 'content',
  *check(card) {
    const { layout } = card;
    if (layout.new || layout.old === undefined) yield* breaches(card, without(NEW_CARD, ELSEWHERE), '1.0');
    if (layout.old === undefined) return;
    const known = layout.new ? new Set([...ELSEWHERE, ...Object.keys(NEW_CARD)]) : ELSEWHERE;
    yield* breaches(card, without(OLD_CARD, known), layout.old);
  },
  pair: {
    raises: { value: newCard({ skills: [skill({ tags: undefined })] }) },
    nearMiss: { value: oldCard({ provider: undefined, skills: [skill({ examples: [], inputModes: [] })], extra: 1 }) },
  },
};

function* breaches({ raw }: LintedCard, shape: Shape, dialect: Dialect): Iterable<CardBreach> {
  for (const fault of checkShape(raw, shape)) {
    // Capabilities have a rule of their own; 0.2 required no version before 0.2.5.
    if (fault.kind === 'type' && fault.path[0] === 'capabilities' && fault.path.length === 2) continue;
    if (dialect === '0.2' && fault.pointer === '/protocolVersion') continue;
    yield { pointer: fault.pointer, because: `${nameOf(fault)} ${fault.what}`, dialect, ...lesserCase(fault, dialect) };
  }
}

/** Emptiness is only judged where the text speaks of it. */
function lesserCase({ kind, path }: ShapeFault, dialect: Dialect): Partial<CardBreach> {
  if (kind !== 'empty') return {};
  if (dialect === '1.0' && path[0] === 'supportedInterfaces') return {};
  return { severity: 'note', basis: EMPTY };
}

function nameOf({ path }: ShapeFault): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
}

function without(shape: Shape, names: ReadonlySet<string>): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !names.has(name)));
}
