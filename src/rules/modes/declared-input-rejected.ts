import { takesAll } from '../../lifecycle/modes.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { RequestFacts } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A mode that only some skills list may be refused by the others. */
export const declaredInputRejected: Rule = {
  id: 'modes/declared-input-rejected',
  title: 'A first message in a declared input mode is refused',
  claim: 'inputModes',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The card lists the media types that the agent supports as input; refusing one is ContentTypeNotSupportedError. Declaring a mode and refusing it contradict each other. A mode that only some skills list may be refused by the others.',
    clause: '4.4.1, 3.1.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The card lists the media types supported as input; −32005 refuses one.',
        clause: '5.5, 8.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The card lists the media types accepted as input; −32005 refuses one.',
        clause: '5.5, 8.2',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'The caller prepares its data as the card says, and the work is refused.',
  remedy: 'Accept what the card lists, or list less.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const { operation, request } = seen.vantage;
        const { inputModes, inputModesOfEverySkill, outputModes } = at.task.peer.claims;
        if (seen.name !== 'ContentTypeNotSupported' || !isSend(operation) || request.inputModes === undefined)
          return undefined;
        if (inputModes.length === 0 || !takesAll(inputModes, request.inputModes)) return undefined;
        if (mayBeOutput(request, outputModes)) return undefined;
        const everywhere = inputModesOfEverySkill !== undefined && takesAll(inputModesOfEverySkill, request.inputModes);
        return everywhere ? 'certain' : 'suspected';
      },
      (seen) =>
        `a message of ${seen.vantage.request.inputModes?.join(', ')}, which the card declares, was refused for its content type`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ inputModes: ['application/json'] }).error('ContentTypeNotSupported'), {
      inputModes: ['text/plain', 'application/json'],
      inputModesOfEverySkill: ['text/plain', 'application/json'],
    }),
    nearMiss: scene((s) => s.send({ inputModes: ['image/png'] }).error('ContentTypeNotSupported'), {
      inputModes: ['text/plain', 'application/json'],
      inputModesOfEverySkill: ['text/plain', 'application/json'],
    }),
  },
};

/** Whether it may be the output that can't be of a type which the caller accepts. */
function mayBeOutput({ acceptedOutputModes = [] }: RequestFacts, outputModes: readonly string[]): boolean {
  if (acceptedOutputModes.length === 0) return false;
  return outputModes.length === 0 || !takesAll(acceptedOutputModes, outputModes);
}
