import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isFirstAnswer, RESULTS } from '../results.ts';
import { V1, V02_TOPICS, V03_TOPICS } from '../revision.ts';
import { lacking } from './lacking.ts';

/** Only sends are judged: the agent need not ask for it where nothing depends on it. */
export const requiredNotEnforced: Rule = {
  id: 'extension/required-not-enforced',
  title: 'A required extension is not enforced',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.3.4',
    revision: V1,
    says: 'If the card marks an extension as required and the client does not declare support for it, the agent must answer ExtensionSupportRequiredError.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'Agents should reject a request that does not activate a required extension.',
        clause: 'topics/extensions',
        revision: V03_TOPICS,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'Agents should reject a request that does not activate a required extension. Extensions exist since v0.2.2, this page since v0.2.4.',
        clause: 'topics/extensions',
        revision: V02_TOPICS,
      },
    },
  },
  certainty: 'certain',
  why: 'Callers without the extension get through and miss what the vendor calls necessary; `required` means nothing.',
  remedy:
    'Check the `A2A-Extensions` header against the required extensions, and answer −32008; or mark the extension as optional.',
  clauses: clauses(
    RESULTS,
    (seen, at) =>
      isSend(seen.vantage.operation) && isFirstAnswer(seen, at) && lacking(seen, at) !== undefined
        ? 'certain'
        : undefined,
    (seen, at) => `the card requires ${lacking(seen, at)}, and a message without it was answered by a ${seen.kind}`,
    { needs: FACT.first | FACT.send },
  ),
  pair: {
    raises: scene((s) => s.send({ extensions: [] }).task('working'), { requiredExtensions: ['https://ext.example/1'] }),
    nearMiss: scene((s) => s.send({ extensions: ['https://ext.example/1'] }).task('working'), {
      requiredExtensions: ['https://ext.example/1'],
    }),
  },
};
