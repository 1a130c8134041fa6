import { takesAll } from '../../lifecycle/modes.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { A2AErrorName } from '../../protocol/error-code.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Whether the media type was the reason shows only in a control that differs in nothing else. */
export const wrongError: Rule = {
  id: 'modes/wrong-error',
  title: 'Unsupported content is refused with another error',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading: 'An unsupported media type is ContentTypeNotSupportedError.',
    clause: '3.1.1, 3.3.2, 5.4',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '−32005 is the error for it, and servers SHOULD use these codes.',
        clause: '8.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '−32005 is the error for it, and servers SHOULD use these codes.',
        clause: '8.2',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The caller cannot tell content that it could convert from a broken request.',
  remedy: 'Answer ContentTypeNotSupportedError: −32005 on JSON-RPC, reason CONTENT_TYPE_NOT_SUPPORTED on HTTP+JSON.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const { operation, request } = seen.vantage;
        const { inputModes } = at.task.peer.claims;
        if (!isSend(operation) || request.inputModes === undefined || inputModes.length === 0) return undefined;
        return OTHERS.has(seen.name) && !takesAll(inputModes, request.inputModes) ? 'suspected' : undefined;
      },
      (seen) =>
        `a message of ${seen.vantage.request.inputModes?.join(', ')}, which the card doesn't list, was refused as ${seen.name}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ inputModes: ['image/png'] }).error('InvalidParams'), { inputModes: ['text/plain'] }),
    nearMiss: scene((s) => s.send({ inputModes: ['image/png'] }).error('ContentTypeNotSupported'), {
      inputModes: ['text/plain'],
    }),
  },
};

const OTHERS: ReadonlySet<A2AErrorName> = new Set([
  'InvalidParams',
  'InvalidRequest',
  'UnsupportedOperation',
  'InternalError',
]);
