import type { Discovery } from '../../card/discovery/discovery.ts';
import type { CardFinding } from '../../card/finding.ts';
import { findPlaces } from '../../card/lint/json-places.ts';
import { parseCard } from '../../card/parse-card.ts';
import type { ContractEffect, Negotiation } from '../../contract/negotiation.ts';
import { strengthOf } from '../../lifecycle/finding.ts';

/** A finding of the card, or of what it means for a client and a kind of task: these have an effect on the plan. */
export interface CheckedFinding extends CardFinding {
  readonly effect?: ContractEffect;
}

/** All findings, the gravest first, each with its line and column where the text of the card is at hand. */
export function findingsOf(
  { findings, text, extended }: Discovery,
  negotiation: Negotiation | undefined,
): readonly CheckedFinding[] {
  const negotiated = negotiation?.findings ?? [];
  // The places of an extended card are in a text that nobody kept.
  const own = extended?.accepted === true ? negotiated : placed(negotiated, text);
  return [...findings, ...own].sort(
    (a, b) => strengthOf(b.certainty, b.severity) - strengthOf(a.certainty, a.severity),
  );
}

function placed(findings: readonly CheckedFinding[], text: string | undefined): readonly CheckedFinding[] {
  if (text === undefined || findings.length === 0 || parseCard(text).fault !== undefined) return findings;
  const places = findPlaces(
    text,
    findings.map(({ pointer }) => pointer),
  );
  return findings.map((finding) => ({ ...finding, ...places.get(finding.pointer) }));
}
