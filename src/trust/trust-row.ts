import type { Claim } from '../lifecycle/finding.ts';
import type { ClaimRecord } from './claim-record.ts';
import type { ResetScope } from './trust-event.ts';
import type { InterfaceKey, Turn } from './trust-view.ts';

/** One thing that is remembered, in memory as on file: plain data, found by `idOf`. Times are in ms since the epoch. */
export type TrustRow =
  | { readonly kind: 'claim'; readonly key: InterfaceKey; readonly claim: Claim; readonly record: ClaimRecord }
  /** The card as it was last seen, by its digest; since when. */
  | { readonly kind: 'card'; readonly cardUrl: string; readonly digest: string; readonly at: number }
  | { readonly kind: 'mode'; readonly turn: Turn; readonly accepted: boolean; readonly at: number }
  | {
      readonly kind: 'refusal';
      readonly cardUrl: string;
      readonly work: string;
      readonly why: string;
      readonly at: number;
    }
  /** Nothing that was seen before it counts any more. */
  | ({ readonly kind: 'reset'; readonly at: number } & ResetScope);

export type RowOf<K extends TrustRow['kind']> = Extract<TrustRow, { readonly kind: K }>;

/** What a row is found by: one line of JSON. */
export function idOf(row: TrustRow): string {
  switch (row.kind) {
    case 'claim':
      return claimId(row.key, row.claim);
    case 'card':
      return cardId(row.cardUrl);
    case 'mode':
      return modeId(row.turn);
    case 'refusal':
      return refusalId(row.cardUrl, row.work);
    case 'reset':
      return resetId(row);
  }
}

export function claimId(key: InterfaceKey, claim: Claim): string {
  return `["claim",${keyText(key)},"${claim}"]`;
}

export function cardId(cardUrl: string): string {
  return JSON.stringify(['card', cardUrl]);
}

export function modeId({ at, skill, kind, mode }: Turn): string {
  return `["mode",${keyText(at)},${JSON.stringify(skill ?? null)},"${kind}",${JSON.stringify(mode)}]`;
}

export function refusalId(cardUrl: string, work: string): string {
  return JSON.stringify(['refusal', cardUrl, work]);
}

export function resetId({ cardUrl, claim }: ResetScope): string {
  return JSON.stringify(['reset', cardUrl ?? null, claim ?? null]);
}

/** The agent that a row is about; `undefined` for a reset of all. */
export function cardUrlOf(row: TrustRow): string | undefined {
  if (row.kind === 'claim') return row.key.cardUrl;
  return row.kind === 'mode' ? row.turn.at.cardUrl : row.cardUrl;
}

/** Of keys that can't change. One task asks for the text of its key many times. */
const keyTexts = new WeakMap<InterfaceKey, string>();

function keyText(key: InterfaceKey): string {
  const known = keyTexts.get(key);
  if (known !== undefined) return known;
  const { cardUrl, interfaceUrl, binding, dialect, tenant, credential } = key;
  const text = JSON.stringify([cardUrl, interfaceUrl, binding, dialect, tenant ?? null, credential ?? null]).slice(
    1,
    -1,
  );
  if (Object.isFrozen(key)) keyTexts.set(key, text);
  return text;
}
