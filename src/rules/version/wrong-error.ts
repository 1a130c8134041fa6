import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { certaintyOf, isTransient } from '../errors.ts';
import { V1 } from '../revision.ts';
import { isUnheardOf } from './versions.ts';

/** A version that no text has. */
export const wrongError: Rule = {
  id: 'version/wrong-error',
  title: 'An unsupported version is refused as something else',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.6.2',
    revision: V1,
    says: 'A version that the interface does not support must be answered with VersionNotSupportedError.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'either',
  why: 'The client does not learn that another version would work.',
  remedy: 'Answer VersionNotSupportedError (−32009).',
  clauses: [
    clause(
      'error',
      (seen) =>
        isUnheardOf(seen.vantage.request.version) && seen.name !== 'VersionNotSupported' && !isTransient(seen)
          ? certaintyOf(seen)
          : undefined,
      (seen) => `a request by version ${seen.vantage.request.version} was refused as ${seen.name}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ version: '9.9' }).error('InvalidRequest')),
    nearMiss: scene((s) => s.send({ version: '9.9' }).error('VersionNotSupported')),
  },
};
