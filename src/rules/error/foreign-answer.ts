import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';

/** A fault of the way and not of the agent: it demotes nothing, and leaves the outcome of a send unknown. */
export const foreignAnswer: Rule = {
  id: 'error/foreign-answer',
  title: "Something else answered in the agent's place",
  severity: 'note',
  basis: {
    kind: 'gap',
    reading: 'A proxy, a gateway or an error page is not the agent; the outcome of the call is unknown.',
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.' } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.' } },
  },
  certainty: 'certain',
  why: 'A failure on the way looks like a failure of the agent, and a send may have been taken in.',
  remedy: 'Let errors of the agent pass through your proxies, and give their own errors a JSON body.',
  clauses: [
    clause(
      'error',
      (seen) => {
        if (seen.name !== 'other' || seen.code !== undefined || seen.data !== undefined || seen.httpStatus < 400)
          return undefined;
        // Agents have limits of their own for what is too large, and say so before they read it.
        if (seen.httpStatus === 413) return undefined;
        return seen.vantage.request.probe === undefined ? 'certain' : undefined;
      },
      (seen) => `${seen.vantage.operation} was answered with HTTP ${seen.httpStatus}, in no form of an error of A2A`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().error('other', { httpStatus: 502, code: null, message: '<html>Bad gateway</html>' })),
    nearMiss: scene((s) => s.send().error('InternalError', { httpStatus: 500 })),
  },
};
