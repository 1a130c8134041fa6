import type { Certainty } from '../../lifecycle/finding.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { DefectSeen } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Whoever receives the delivery compares it with what was registered, and tells what is missing. */
export const authMissing: Rule = {
  id: 'push/auth-missing',
  title: 'The push does not carry the configured authentication',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '4.3.3, 13.2',
    revision: V1,
    says: "The agent must put the credentials of the configuration's `authentication` into the request headers.",
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The configuration carries authentication details to use when calling the address; the topic page says that the server must authenticate itself so. The agent confirmed the configuration and does not act on it. Judged when the configuration holds credentials.',
        clause: '6.8, 6.9; topics/streaming-and-async',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The configuration carries the authentication the server must use when calling the address. The agent confirmed the configuration and does not act on it. Judged when the configuration holds credentials.',
        clause: '6.8, 6.9; topics/streaming-and-async',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'A receiver that checks rejects the update, and one that does not can be fooled by anybody.',
  remedy: 'Send `Authorization: <scheme> <credentials>` as configured, beside a token header if there is a token.',
  deliveries: true,
  clauses: [
    clause(
      'defect',
      (seen) => (seen.vantage.request.pushAuthenticated === true ? toldBy(seen) : undefined),
      (seen) => seen.detail,
    ),
    clause(
      'defect',
      (seen) => (seen.vantage.request.pushAuthenticated === true ? undefined : toldBy(seen)),
      (seen) => seen.detail,
      {
        severity: 'warning',
        basis: {
          kind: 'policy',
          ground: 'contradiction',
          says: 'The configuration has a token and no other authentication, and another token came. That none comes is no finding: no text says how it is sent.',
          clause: '4.3.1',
          revision: V1,
        },
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      const hook = s.push({ pushUrl: 'https://hook.example/1', pushAuthenticated: true });
      hook.defect('credentials', 'a delivery came without an Authorization header');
      hook.status('completed');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      const hook = s.push({ pushUrl: 'https://hook.example/1', pushAuthenticated: true });
      hook.defect('encoding', 'the body is not UTF-8');
      hook.status('completed');
    }),
  },
};

function toldBy({ defect, doubtful }: DefectSeen): Certainty | undefined {
  if (defect !== 'credentials') return undefined;
  return doubtful ? 'suspected' : 'certain';
}
