import type { A2AErrorName } from '../../../../src/protocol/error-code.ts';
import type { RequestFacts, Vantage } from '../../../../src/protocol/observation.ts';
import type { Operation } from '../../../../src/protocol/operation.ts';
import type { Random } from '../random.ts';
import type { Front } from './front.ts';
import type { Manner } from './manner.ts';
import { TASK_ID } from './view.ts';

interface Surroundings {
  readonly manner: Manner;
  readonly random: Random;
  readonly front: Front;
  readonly ask: (operation: Operation, request: RequestFacts) => Vantage;
  readonly reach: (vantage: Vantage, serve: () => void) => void;
}

/** A call that an agent has to refuse, and as what. */
interface Question {
  readonly operation: Operation;
  readonly request: RequestFacts;
  readonly due: readonly A2AErrorName[];
}

/** Asks what an honest agent refuses: what never was, what isn't there, what is wrong on purpose, what isn't one's own. */
export function askToRefuse({ manner, random, front, ask, reach }: Surroundings): void {
  const { operation, request, due } = random.pick(questions(manner));
  const vantage = ask(operation, request);
  reach(vantage, () => {
    if (manner.shares && request.identity !== undefined) front.read(vantage);
    else front.refuse(vantage, random.pick(due));
  });
}

function questions({ dialect, pushes }: Manner): readonly Question[] {
  const unknown = { probe: 'unknown-task', taskId: 'never-was' } as const;
  const message = { messageId: 'asking', inputModes: ['text/plain'] };
  const others: readonly Question[] = [
    { operation: 'GetTask', request: { taskId: TASK_ID, identity: 'somebody-else' }, due: ['TaskNotFound'] },
    { operation: 'GetTask', request: unknown, due: ['TaskNotFound'] },
    { operation: 'CancelTask', request: unknown, due: ['TaskNotFound'] },
    { operation: 'SubscribeToTask', request: unknown, due: ['TaskNotFound'] },
    { operation: 'SendMessage', request: { ...message, ...unknown }, due: ['TaskNotFound'] },
    { operation: 'GetTask', request: { probe: 'unknown-method' }, due: ['MethodNotFound'] },
    { operation: 'SendMessage', request: { probe: 'malformed-body' }, due: ['ParseError'] },
    { operation: 'SendMessage', request: { probe: 'missing-member' }, due: ['InvalidParams', 'InvalidRequest'] },
    {
      operation: 'SendMessage',
      request: { ...message, taskId: TASK_ID, inputModes: ['video/mp4'] },
      due: ['ContentTypeNotSupported'],
    },
    { operation: 'GetExtendedAgentCard', request: {}, due: ['UnsupportedOperation'] },
  ];
  const inV1: readonly Question[] =
    dialect === '1.0'
      ? [{ operation: 'GetTask', request: { taskId: TASK_ID, version: '7.5' }, due: ['VersionNotSupported'] }]
      : [];
  const ofPush: readonly Question[] = pushes
    ? []
    : [
        {
          operation: 'ListTaskPushNotificationConfigs',
          request: { taskId: TASK_ID },
          due: ['PushNotificationNotSupported'],
        },
      ];
  return [...others, ...inV1, ...ofPush];
}
