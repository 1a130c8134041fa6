import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';
import { majorMinor } from './versions.ts';

/** The header may have been lost on the way, so one refusal is suspected only. */
export const supportedRefused: Rule = {
  id: 'version/supported-refused',
  title: 'A version that the card lists is refused',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'An interface declares the version it exposes; requests with it must be processed. Patch numbers must not count. Declaring a version and refusing it contradict each other.',
    clause: '3.6.2, 4.4.6',
    revision: V1,
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'suspected',
  why: 'Discovery succeeds, and then no call does.',
  remedy: 'Compare Major.Minor only, and keep the card and the server in step.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const { version } = seen.vantage.request;
        if (seen.name !== 'VersionNotSupported' || version === undefined) return undefined;
        return majorMinor(version) === at.task.peer.claims.dialect ? 'suspected' : undefined;
      },
      (seen) => `the interface declares version ${seen.vantage.request.version}, and a request by it was refused`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ version: '1.0' }).error('VersionNotSupported')),
    nearMiss: scene((s) => s.send({ version: '9.9' }).error('VersionNotSupported')),
  },
};
