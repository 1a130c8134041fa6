import type { Negotiation } from '../../contract/negotiation.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import { productVersion } from '../product-version.ts';
import type { Checked } from './run-check.ts';

/** The shape of the JSON that `check` writes. It grows without a new number; it changes only with one. */
const SCHEMA_VERSION = 1;

/** What a check came to, for programs. */
export function checkJson({ request, discovery, negotiation, findings, exitCode }: Checked): unknown {
  const { card, place, attempts, signatures, interfaces, changes, extended } = discovery;
  return {
    schemaVersion: SCHEMA_VERSION,
    tool: { name: 'probity', version: productVersion() },
    target: withoutSecrets(request.target),
    exitCode,
    card:
      card === undefined
        ? null
        : { name: card.name, version: card.version ?? null, place: withoutSecrets(place), interfaces: card.interfaces },
    negotiation: negotiation === undefined ? null : negotiationJson(negotiation),
    findings: findings.map(({ effect, ...finding }) => ({ ...finding, effect: effect ?? null })),
    attempts: attempts.map((attempt) => ({ ...attempt, url: withoutSecrets(attempt.url) })),
    interfaces: interfaces.map(({ interface: { url }, result, what }) => ({ url, result, what })),
    signatures: signatures === undefined ? null : { policy: signatures.policy, verdict: signatures.verdict },
    changes: changes ?? null,
    extended: extended === undefined ? null : { accepted: extended.accepted, because: extended.because },
  };
}

/** The findings stand beside the negotiation. The plan comes with its own explanation. */
function negotiationJson({ findings: _, ...rest }: Negotiation): unknown {
  if (!('plan' in rest)) return rest;
  const { explain: __, ...plan } = rest.plan;
  return { ...rest, plan: { ...plan, explanation: rest.plan.explain() } };
}
