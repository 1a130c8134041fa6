import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A pattern; whether a text that passes it helps anybody is not judged. */
export const opaqueMessage: Rule = {
  id: 'error/opaque-message',
  title: 'The error says nothing a person can use',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Errors SHOULD help the client resolve the issue.',
    clause: '3.3.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The message is a short description of the error.',
        clause: '6.12',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The message is a short, human-readable summary.',
        clause: '6.12',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Whoever has to fix it does not know what happened.',
  remedy: 'Say in words what was wrong and what to do.',
  clauses: [
    clause(
      'error',
      (seen) => (isOpaque(seen.message) && !isBare(seen) ? 'certain' : undefined),
      ({ message, vantage }) =>
        message.trim() === ''
          ? `${vantage.operation} was refused without a message`
          : `${vantage.operation} was refused with “${message.slice(0, 120)}”, which names an object or a number instead of what happened`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().error('UnsupportedOperation', { message: 'the task is in terminal state (3)' })),
    nearMiss: scene((s) => s.send().error('UnsupportedOperation', { message: 'the task is completed' })),
  },
};

/** Without any body there is no error that could say something: so refuse servers in front of an agent. */
function isBare({ name, code, message }: ErrorSeen): boolean {
  return (name === 'other' || name === 'Unauthenticated') && code === undefined && message === '';
}

function isOpaque(message: string): boolean {
  const text = message.trim();
  return (
    text === '' ||
    text === 'undefined' ||
    text === 'null' ||
    /\[object \w+\]/.test(text) ||
    /\bstate:? \(?\d+\)?/i.test(text)
  );
}
