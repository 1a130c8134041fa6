import { lesser, type Severity, strengthOf } from '../../lifecycle/finding.ts';
import type { CardFinding } from '../finding.ts';
import { CARD_RULES } from '../rules/index.ts';
import type { CardBreach, CardRule } from './card-rule.ts';
import type { CardSource } from './card-source.ts';
import { findPlaces } from './json-places.ts';
import { type LintedCard, layOut } from './linted-card.ts';

/** Of one rule no more places than these are told: a hostile card has as many as it likes. */
const MOST_PER_RULE = 50;

/**
 * Judges a card by every rule: its text, what is in it, and as far as `source` tells it how it is served, what its
 * interfaces answer and what its signatures are worth. Heaviest findings first. Never throws, does no I/O.
 */
export function lintCard(source: CardSource): readonly CardFinding[] {
  const card = layOut(source);
  const found = CARD_RULES.flatMap((rule) => judge(rule, card));
  return locate(found, card).sort((a, b) => strengthOf(b.certainty, b.severity) - strengthOf(a.certainty, a.severity));
}

/** What one rule finds in a card. */
function judge(rule: CardRule, card: LintedCard): readonly CardFinding[] {
  if (rule.about === 'content' && card.object === undefined) return [];
  const findings: CardFinding[] = [];
  for (const breach of rule.check(card)) {
    const dialect = breach.dialect ?? card.dialect;
    if (rule.appliesTo?.dialects?.includes(dialect) === false) continue;
    const weight = rule.perDialect?.[dialect];
    const certainty = breach.certainty ?? 'certain';
    findings.push({
      rule: rule.id,
      severity: severityOf(weight?.severity ?? rule.severity, breach, certainty === 'certain' ? 'error' : 'warning'),
      certainty,
      basis: breach.basis ?? weight?.basis ?? rule.basis,
      claim: breach.claim ?? (rule.claim === 'stream' ? undefined : rule.claim),
      because: breach.because,
      pointer: breach.pointer,
      ...breach.at,
    });
    if (findings.length >= MOST_PER_RULE) break;
  }
  return findings;
}

function severityOf(ofRule: Severity, { severity = 'error' }: CardBreach, most: Severity): Severity {
  return lesser(lesser(ofRule, severity), most);
}

function locate(findings: readonly CardFinding[], { source, parsed }: LintedCard): CardFinding[] {
  if (source.text === undefined || findings.length === 0) return [...findings];
  if (parsed.fault !== undefined) return [...findings];
  const places = findPlaces(
    source.text,
    findings.map(({ pointer }) => pointer),
  );
  return findings.map((finding) => ({ ...places.get(finding.pointer), ...finding }));
}
