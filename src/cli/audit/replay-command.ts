import type { AuditFinding } from '../../audit/audit-report.ts';
import { OPENING_ID } from '../../audit/scenario-ids.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import { invocation } from '../invocation.ts';
import type { AuditRequest } from './request.ts';

/** A command line that plays just the scenario by which something was found. Secrets are left for the reader to fill in. */
export function replayCommand({ scenario, interface: name }: AuditFinding, { target, replay }: AuditRequest): string {
  // What is found before any scenario is played is found by all of them.
  const only = scenario === OPENING_ID ? [] : ['--only', scenario];
  const at = name === '' ? [] : ['--interface', name];
  return [invocation(), 'audit', ...[withoutSecrets(target), ...only, ...at, ...replay].map(quoted)].join(' ');
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
