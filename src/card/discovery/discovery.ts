import type { AgentCard } from '../agent-card.ts';
import type { CardChange } from '../diff-cards.ts';
import type { CardFinding } from '../finding.ts';
import type { CardAttempt, InterfaceSeen } from '../lint/card-source.ts';
import type { SignatureReport } from '../signature/signature-report.ts';

/** What came of looking for an agent's card. Everything is in `findings` that somebody should know. */
export interface Discovery {
  /**
   * The card to go by; `undefined` where there is none that can be used. Reduced to its signed members if it is signed
   * in part, and the extended card where that was found fit to replace the public one.
   */
  readonly card: AgentCard | undefined;
  /** The URL that answered with it, the path of its file, or `-`. */
  readonly place: string;
  /** Its text as received, for showing and for keeping as an earlier state; `undefined` if nothing was received. */
  readonly text: string | undefined;
  readonly attempts: readonly CardAttempt[];
  /** Those of the card, its signatures and its serving, heaviest first; those of an extended card are in `extended`. */
  readonly findings: readonly CardFinding[];
  readonly signatures: SignatureReport | undefined;
  /** What harmless calls showed; empty unless asked for. */
  readonly interfaces: readonly InterfaceSeen[];
  /** What is different from the state that the cache, or the caller, knew; `undefined` where none was known. */
  readonly changes: readonly CardChange[] | undefined;
  /** `undefined` where the card declares none or there were no credentials to ask with. */
  readonly extended: ExtendedCard | undefined;
}

/** An extended card, and whether it may replace the public one (§3.1.11). */
export interface ExtendedCard {
  readonly accepted: boolean;
  /** The rest of a sentence that starts with the extended card. */
  readonly because: string;
  readonly card: AgentCard | undefined;
  readonly findings: readonly CardFinding[];
  readonly signatures: SignatureReport | undefined;
  readonly changes: readonly CardChange[];
}
