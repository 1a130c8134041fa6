import type { JsonObject } from '../../protocol/json.ts';
import { type AgentCard, readAgentCard } from '../agent-card.ts';
import type { CardFinding } from '../finding.ts';
import type { CardSource, InterfaceSeen } from '../lint/card-source.ts';
import { lintCard } from '../lint/lint-card.ts';
import type { SignatureReport } from '../signature/signature-report.ts';
import { type VerifyOptions, verifySignatures } from '../signature/verify-signatures.ts';

/** A card with all that was found of it. */
export interface JudgedCard {
  /** Reduced to its signed members if it is signed in part. */
  readonly card: AgentCard | undefined;
  readonly findings: readonly CardFinding[];
  readonly signatures: SignatureReport;
  readonly interfaces: readonly InterfaceSeen[];
}

/** Verifies a card's signatures, asks its interfaces where that is wanted, and judges it by the rules with all of that. */
export async function judgeCard(
  raw: JsonObject,
  source: CardSource,
  verifying: VerifyOptions,
  probe: ((card: AgentCard) => Promise<readonly InterfaceSeen[]>) | undefined,
): Promise<JudgedCard> {
  const signatures = await verifySignatures(raw, verifying);
  const card = readAgentCard(signatures.usable);
  const interfaces = card === undefined || probe === undefined ? [] : await probe(card);
  const findings = lintCard({ ...source, value: raw, signatures, interfaces });
  return { card, findings, signatures, interfaces };
}
