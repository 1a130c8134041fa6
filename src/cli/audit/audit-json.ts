import { type AuditFinding, type AuditReport, SCHEMA_VERSION } from '../../audit/audit-report.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import { productVersion } from '../product-version.ts';
import { replayCommand } from './replay-command.ts';
import type { AuditRequest } from './request.ts';

/** The report for programs; `schemas/audit.schema.json` says what is in it. */
export function auditJson(report: AuditReport, request: AuditRequest, exitCode: number): unknown {
  const { findings, peer, ended, ...rest } = report;
  return {
    schemaVersion: SCHEMA_VERSION,
    tool: { name: 'probity', version: productVersion() },
    target: withoutSecrets(request.target),
    exitCode,
    ...rest,
    ended: ended ?? null,
    peer: peer ?? null,
    findings: findings.map((finding) => findingJson(finding, request)),
  };
}

function findingJson(finding: AuditFinding, request: AuditRequest) {
  return { ...finding, replay: replayCommand(finding, request) };
}
