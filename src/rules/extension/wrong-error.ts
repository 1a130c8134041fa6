import { isSend } from '../../lifecycle/note-turn.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
import { isTransient } from '../errors.ts';
import { V1 } from '../revision.ts';
import { lacking } from './lacking.ts';

/** A message may be refused for more than one reason, so its words have to tell which. */
export const extensionWrongError: Rule = {
  id: 'extension/wrong-error',
  title: 'A message without a required extension is refused as something else',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.3.4',
    revision: V1,
    says: 'If the card marks an extension as required and the client does not declare support for it, the agent must answer ExtensionSupportRequiredError.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'suspected',
  why: 'The client does not learn that the same message would be taken if it declared the extension.',
  remedy: 'Answer ExtensionSupportRequiredError (−32008), and name the extension.',
  clauses: [
    clause(
      'error',
      (seen, at) => (isMeant(seen, at) ? 'suspected' : undefined),
      (seen, at) => `the message lacked ${lacking(seen, at)}, and was refused as ${seen.name}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ extensions: [] }).error('InvalidRequest', { message: 'extension e1 is required' }), {
      requiredExtensions: ['https://ext.example/e1'],
    }),
    nearMiss: scene((s) => s.send({ extensions: [] }).error('InvalidRequest', { message: 'no parts' }), {
      requiredExtensions: ['https://ext.example/e1'],
    }),
  },
};

function isMeant(seen: ErrorSeen, at: Situation): boolean {
  if (!isSend(seen.vantage.operation) || seen.name === 'ExtensionSupportRequired' || isTransient(seen)) return false;
  return lacking(seen, at) !== undefined && /\bextensions?\b/i.test(seen.message.slice(0, 200));
}
