import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isFirstAnswer } from '../results.ts';
import { V1 } from '../revision.ts';

/** Another interface of the same URL may offer 0.3, so this is suspected. */
export const headerIgnored: Rule = {
  id: 'version/header-ignored',
  title: 'The version header is ignored',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.6.2',
    revision: V1,
    says: 'An absent or empty version must be read as 0.3, and a request must be processed by the rules of the version named. Told when an interface that does not offer 0.3 serves a request without a version by the rules of 1.0, or answers all versions alike. Callers that always send the header lose nothing, so this is a warning.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'suspected',
  why: 'Old clients are answered in a dialect they cannot read.',
  remedy: 'Read `A2A-Version` from the header or the query; without it serve 0.3 or answer VersionNotSupportedError.',
  clauses: clauses(
    ['task', 'message'],
    (seen, at) => (seen.vantage.request.version === '' && isFirstAnswer(seen, at) ? 'suspected' : undefined),
    (seen) => `a request without a version, which stands for 0.3, was answered by a ${seen.kind} of 1.0`,
  ),
  pair: {
    raises: scene((s) => s.send({ version: '' }).task('working')),
    nearMiss: scene((s) => s.send({ version: '' }).error('VersionNotSupported')),
  },
};
