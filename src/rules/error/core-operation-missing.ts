import { FACT } from '../../lifecycle/fact.ts';
import type { Certainty } from '../../lifecycle/finding.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { type A2AErrorName, isUnserved } from '../../protocol/error-code.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/**
 * A read counts only of a task that was given out: an agent that answers every message with a Message has none to read.
 * `cancel/unsupported` is the same of the cancel, for which success is promised nowhere.
 */
export const coreOperationMissing: Rule = {
  id: 'error/core-operation-missing',
  title: 'An operation that every agent has is missing',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'All implementations must support the core operations. A card that names an interface offers to take messages there, and a task that is given out can be read.',
    clause: '3, 3.1.1, 3.1.3',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '11.1.2, 11.1.4',
        revision: V03,
        says: 'An agent must implement `message/send` and `tasks/get`, and the same on each transport.',
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A card that names a URL offers to take messages there, and a task that is given out can be read.',
        clause: '7.1, 7.3',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'Without sends nothing can be asked of it; without reads no end is ever verified, and a task is lost with its connection.',
  remedy:
    'Serve SendMessage and GetTask on every interface that the card names, also where answers are streamed, and name only such interfaces.',
  clauses: [
    clause('error', sendMissing, (seen) => `sends are refused as ${wordsOf(seen)}`, {
      needs: FACT.send,
    }),
    clause(
      'error',
      readMissing,
      (seen, at) => `reads of task ${at.task.id}, which the agent gave out, are refused as ${wordsOf(seen)}`,
      { needs: FACT.read },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1' }).error('MethodNotFound');
    }),
    nearMiss: scene((s) => {
      s.send().message('a full answer');
      s.call('GetTask', { taskId: 't1' }).error('MethodNotFound');
    }),
  },
};

/** What was given out shows that sends are taken. A bare 501 may be about what the message asks for, such as a web-hook. */
function sendMissing(seen: ErrorSeen, { task }: Situation): Certainty | undefined {
  const { operation, request } = seen.vantage;
  if (operation !== 'SendMessage' || request.probe !== undefined || task.id !== undefined) return undefined;
  return isUnserved(seen) ? 'certain' : undefined;
}

/** Names that say that the request was wrong, where nothing was wrong with it. */
const BLAMING: ReadonlySet<A2AErrorName> = new Set([
  'InvalidRequest',
  'InvalidParams',
  'UnsupportedOperation',
  'ParseError',
]);

function readMissing(seen: ErrorSeen, { task }: Situation): Certainty | undefined {
  const { operation, request } = seen.vantage;
  const { probe, taskId } = request;
  if (operation !== 'GetTask' || probe !== undefined || task.id === undefined || taskId !== task.id) return undefined;
  if ((task.reads?.count ?? 0) > 0) return undefined;
  if (isUnserved(seen) || (seen.name === 'other' && seen.httpStatus === 501)) return 'certain';
  const blamed = seen.name === 'other' ? seen.httpStatus === 400 || seen.httpStatus === 404 : BLAMING.has(seen.name);
  return blamed ? 'suspected' : undefined;
}

function wordsOf({ name, httpStatus }: ErrorSeen): string {
  return `${name} (HTTP ${httpStatus})`;
}
