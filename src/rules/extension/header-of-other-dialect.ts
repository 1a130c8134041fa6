import { V1 } from '../../lifecycle/revision.ts';
import type { ProbeRule } from '../probe-rule.ts';
import { V02_TOPICS, V03_TOPICS } from '../revision.ts';
import { type Activation, HONOURED } from './activation.ts';

export const headerOfOtherDialect: ProbeRule<Activation> = {
  id: 'extension/header-of-other-dialect',
  title: 'Extensions are told in the header of another version',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'The service parameter is called A2A-Extensions; 0.3 called it X-A2A-Extensions.',
    clause: '3.2.6, 14.2.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'The header is called X-A2A-Extensions; 1.0 calls it A2A-Extensions.',
        clause: 'topics/extensions',
        revision: V03_TOPICS,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'The header is called X-A2A-Extensions; 1.0 calls it A2A-Extensions.',
        clause: 'topics/extensions',
        revision: V02_TOPICS,
      },
    },
  },
  certainty: 'certain',
  why: 'A client of the declared version looks into its own header, and takes the extension for inactive.',
  remedy: 'Read and write the header of the version that the interface declares.',
  check: ({ asked, echoed, echoedElsewhere, header, otherHeader, served }) => {
    const misplaced = asked.find((uri) => !echoed.includes(uri) && echoedElsewhere.includes(uri));
    if (!served || misplaced === undefined) return undefined;
    return {
      certainty: 'certain',
      because: `${misplaced} is named in ${otherHeader}, where this version has ${header}`,
    };
  },
  pair: {
    raises: { ...HONOURED, echoed: [], echoedElsewhere: HONOURED.asked },
    nearMiss: { ...HONOURED, echoedElsewhere: HONOURED.asked },
  },
};
