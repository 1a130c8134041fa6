import { MAX_DEPTH, scanJson } from '../protocol/bindings/json-scan.ts';
import { findJsonFault } from '../protocol/json-fault.ts';

/** A card's text as JSON, or why it is none. */
export interface ParsedCard {
  /** `undefined` where there is a fault. */
  readonly value: unknown;
  readonly fault: CardFault | undefined;
}

export interface CardFault {
  /** What is wrong, as the rest of a sentence that starts with the card. */
  readonly what: string;
  readonly line?: number;
  readonly column?: number;
}

/** Parses the text of a card. Never throws, and looks before it parses: nesting costs memory far beyond its bytes. */
export function parseCard(text: string): ParsedCard {
  const json = withoutByteOrderMark(text);
  if (scanJson(json)?.kind === 'depth') {
    return { value: undefined, fault: { what: `is nested more than ${MAX_DEPTH} deep` } };
  }
  try {
    return { value: JSON.parse(json), fault: undefined };
  } catch {
    const fault = findJsonFault(json);
    if (fault === undefined) return { value: undefined, fault: { what: 'is no JSON' } };
    const found = fault.found === undefined ? 'ends too early' : `has ${JSON.stringify(fault.found)} where none may be`;
    return { value: undefined, fault: { what: `is no JSON: it ${found}`, line: fault.line, column: fault.column } };
  }
}

/** Some editors and servers put one before JSON, which RFC 8259 forbids and lets a reader ignore. */
function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
