import { V1, V03 } from '../../lifecycle/revision.ts';
import type { ProbeRule } from '../probe-rule.ts';

/** How two interfaces of one agent, of one version, behaved when the same was asked of them. */
export interface TwoManners {
  /** What was asked, in words that go on as “is answered by”. */
  readonly asked: string;
  readonly one: { readonly interface: string; readonly answer: string };
  readonly other: { readonly interface: string; readonly answer: string };
}

const SAME: TwoManners = {
  asked: 'the cancel of an ended task',
  one: { interface: 'JSONRPC 1.0', answer: 'TaskNotCancelable' },
  other: { interface: 'HTTP+JSON 1.0', answer: 'TaskNotCancelable' },
};

export const diverges: ProbeRule<TwoManners> = {
  id: 'interface/diverges',
  title: 'Two interfaces of the agent behave differently',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '5.1',
    revision: V1,
    says: 'All protocols that an agent supports must offer the same operations, return equivalent results for the same requests, and map errors alike.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '3.4.1',
        revision: V03,
        says: 'All transports that an agent supports must offer the same operations, return equivalent results for the same requests, and map errors alike.',
      },
    },
  },
  appliesTo: { dialects: ['0.3', '1.0'] },
  certainty: 'certain',
  why: 'What works by one binding fails by the other, so a client that falls back meets an agent that it does not know.',
  remedy: 'Put every binding in front of the same handlers, and map errors from one table.',
  check: ({ asked, one, other }) =>
    one.answer === other.answer
      ? undefined
      : {
          certainty: 'certain',
          because: `${asked} is answered by ${one.answer} on ${one.interface} and by ${other.answer} on ${other.interface}`,
        },
  pair: { raises: { ...SAME, other: { ...SAME.other, answer: 'UnsupportedOperation' } }, nearMiss: SAME },
};
