import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Whoever receives the delivery compares it with what was registered, and tells what is missing. */
export const authMissing: Rule = {
  id: 'push/auth-missing',
  title: 'The push lacks the configured authentication',
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
  certainty: 'certain',
  why: 'A receiver that checks rejects the update, and one that does not can be fooled by anybody.',
  remedy: 'Send `Authorization: <scheme> <credentials>` as configured, beside a token header if there is a token.',
  deliveries: true,
  clauses: [
    clause(
      'defect',
      (seen) =>
        seen.defect === 'credentials' && seen.vantage.request.pushAuthenticated === true ? 'certain' : undefined,
      (seen) => seen.detail,
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
      hook.status('completed');
    }),
  },
};
