import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Told of literal addresses, and of agents that are not themselves inside the private network. */
export const privateAddressAccepted: Rule = {
  id: 'push/private-address-accepted',
  title: 'A private address is accepted as web-hook',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Agents SHOULD check web-hook addresses and reject private ranges, localhost and link-local ones. Not told for peers that are themselves on a private network.',
    clause: '13.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Checking web-hook addresses is called crucial against request forgery.',
        clause: '10.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Checking web-hook addresses is called crucial against request forgery.',
        clause: '10.2',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Any caller can make the agent post into the network behind it.',
  remedy:
    'Resolve the address at each attempt and refuse private, loopback and link-local targets, or keep an allow-list.',
  clauses: [
    clause(
      'config',
      (seen, at) => {
        const { operation, request } = seen.vantage;
        if (operation !== 'CreateTaskPushNotificationConfig' || request.pushUrl === undefined) return undefined;
        if (at.task.peer.claims.publicAddress !== true) return undefined;
        return isPrivate(request.pushUrl) ? 'certain' : undefined;
      },
      (seen) => `the web-hook ${seen.vantage.request.pushUrl} is inside a private network, and was registered`,
    ),
  ],
  pair: {
    raises: scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'http://169.254.169.254/latest' }).configs({
          id: 'p1',
        });
      },
      { publicAddress: true },
    ),
    nearMiss: scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://10.example.org/' }).configs({
          id: 'p1',
        });
      },
      { publicAddress: true },
    ),
  },
};

/** Whether a URL names a loopback, link-local or private address, or the machine itself. */
function isPrivate(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === 'localhost' || PRIVATE.test(host);
}

const PRIVATE =
  /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){1,3}$|^\[(?:::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;
