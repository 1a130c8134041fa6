import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isElsewhere } from '../../protocol/error-code.ts';
import { excerpt } from '../../protocol/excerpt.ts';
import { V1, V02, V03 } from '../revision.ts';

/** By any other, whoever brings no credentials may be sent to where to log in. */
const MOVED: ReadonlySet<number> = new Set([301, 307, 308]);

/** Those that turn away whoever brings no credentials may send them to where they get some. */
export const sentOn: Rule = {
  id: 'error/sent-on',
  title: 'The interface sends its calls elsewhere',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The URL of an interface is where it is available, and one that redirects is not: it says so itself.',
    clause: '4.4.6, 8.3.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The card names the URL of the endpoint for each transport, and one that redirects is none: it says so itself.',
        clause: '5.5, 5.6',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The card names the URL of the endpoint, and one that redirects is none: it says so itself.',
        clause: '5.5',
        revision: V02,
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'either',
  why: 'Callers that do not follow fail, some make a GET of the message, and those that do follow take it, with their credentials or without, to a place that the card does not name.',
  remedy: 'Name in the card the URL that answers, to the slash at its end, and serve it there.',
  clauses: [
    clause(
      'error',
      (seen) => {
        const { probe } = seen.vantage.request;
        if (probe === 'anonymous' || probe === 'forged-credentials') return undefined;
        if (seen.name !== 'other' || seen.code !== undefined || !isElsewhere(seen.httpStatus)) return undefined;
        return MOVED.has(seen.httpStatus) ? 'certain' : 'suspected';
      },
      (seen) =>
        `${seen.vantage.operation} was answered with HTTP ${seen.httpStatus}: ${excerpt(seen.message.replace(/ \(HTTP.*/s, ''))}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().error('other', { httpStatus: 307, code: null, message: 'the call is sent on' })),
    nearMiss: scene((s) => s.send().error('other', { httpStatus: 404, code: null, message: 'not here' })),
  },
};
