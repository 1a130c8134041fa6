import { withoutSecrets } from '../../http/without-secrets.ts';
import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { must } from './authority.ts';

/** Suspected: the network in between may be to blame, and the card may be somewhere else. */
export const unreachable: CardRule = {
  id: 'card/unreachable',
  title: 'There is no card where it was looked for',
  severity: 'error',
  basis: must('8.1', V1, 'Agents must make a card available.'),
  perDialect: {
    '0.3': { basis: must('5.1', V03, 'Agents must make a card available.') },
    '0.2': { basis: must('5.1', V02, 'Agents must make a card available.') },
  },
  certainty: 'suspected',
  why: 'Nothing is known of the agent, so no work can be given to it.',
  remedy: "Serve the card at /.well-known/agent-card.json below the agent's base URL, or tell callers its own URL.",
  about: 'serving',
  *check({ source: { attempts = [] } }) {
    if (attempts.length === 0 || attempts.some(({ result }) => result === 'found' || result === 'legacy')) return;
    const tried = attempts.map(({ url, what }) => `${withoutSecrets(url)} ${what}`).join('; ');
    yield { pointer: '', because: tried, certainty: 'suspected' };
  },
  pair: {
    raises: {
      attempts: [
        {
          url: 'https://agent.example/.well-known/agent-card.json',
          result: 'status',
          status: 404,
          what: 'answered HTTP 404',
        },
        {
          url: 'https://agent.example/.well-known/agent.json',
          result: 'status',
          status: 404,
          what: 'answered HTTP 404',
        },
      ],
    },
    nearMiss: {
      attempts: [
        {
          url: 'https://agent.example/.well-known/agent-card.json',
          result: 'status',
          status: 404,
          what: 'answered HTTP 404',
        },
        { url: 'https://agent.example/', result: 'found', status: 200, what: 'answered with a card' },
      ],
    },
  },
};
