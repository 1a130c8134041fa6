import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Defect } from '../../protocol/observation.ts';
import { V1, V02_TOPICS, V03_TOPICS } from '../revision.ts';

/** No version header is required of a delivery: its form is read off its body. */
export const payload: Rule = {
  id: 'push/payload',
  title: "The body of a push is not of the dialect's form",
  claim: 'pushNotifications',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'The body is a StreamResponse with exactly one of task, message, status update and artifact update, as in the HTTP+JSON binding whatever binding the task uses. Said without a MUST. `application/a2a+json` and `application/json` are both fine, and no version header is required.',
    clause: '4.3.3, 3.5.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'The body is not strictly defined; it should identify the task and the kind of update. The examples show a Task.',
        clause: 'topics/streaming-and-async',
        revision: V03_TOPICS,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'The body is not strictly defined; it should identify the task and the kind of update. The examples show a Task.',
        clause: 'topics/streaming-and-async',
        revision: V02_TOPICS,
      },
    },
  },
  certainty: 'either',
  why: 'Strict receivers reject the notification, others misread its id and state.',
  remedy:
    'Serialise pushes with the code that writes HTTP+JSON stream events, in the version through which the configuration was made.',
  deliveries: true,
  clauses: [
    clause(
      'defect',
      (seen) => (FORMS.has(seen.defect) ? (seen.doubtful ? 'suspected' : 'certain') : undefined),
      (seen) => (seen.detail.startsWith('a delivery ') ? seen.detail : `a delivery: ${seen.detail}`),
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      const hook = s.push({ pushUrl: 'https://hook.example/1' });
      hook.defect('discriminator', 'nothing says what the object is');
      hook.status('completed');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.push({ pushUrl: 'https://hook.example/1' }).task('completed');
    }),
  },
};

const FORMS: ReadonlySet<Defect> = new Set([
  'content-type',
  'discriminator',
  'envelope',
  'field',
  'not-json',
  'other-dialect',
  'state-spelling',
  'unknown-state',
]);
