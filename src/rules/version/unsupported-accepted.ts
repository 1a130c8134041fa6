import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { RESULTS } from '../results.ts';
import { V1 } from '../revision.ts';
import { isUnheardOf } from './versions.ts';

/** A version that no text has. */
export const unsupportedAccepted: Rule = {
  id: 'version/unsupported-accepted',
  title: 'A request for an unsupported version is served',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.6.2',
    revision: V1,
    says: 'Requests must be processed by the rules of the version they name; a version that the interface does not support must be answered with VersionNotSupportedError.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'A client of a later version gets answers in another one without being told, and misreads them.',
  remedy: 'Compare Major.Minor with what the interface declares, and answer VersionNotSupportedError (−32009).',
  clauses: clauses(
    [...RESULTS, 'list'],
    (seen, at) =>
      isUnheardOf(seen.vantage.request.version) && at.task.peer.claims.dialect === '1.0' ? 'certain' : undefined,
    (seen) => `a request by version ${seen.vantage.request.version} was answered by a ${seen.kind}`,
  ),
  pair: {
    raises: scene((s) => s.send({ version: '9.9' }).task('working')),
    nearMiss: scene((s) => s.send({ version: '1.0' }).task('working')),
  },
};
