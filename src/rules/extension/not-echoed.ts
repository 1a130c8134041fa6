import type { ProbeRule } from '../probe-rule.ts';
import { V1_TOPICS, V02_TOPICS, V03_TOPICS } from '../revision.ts';
import { type Activation, HONOURED } from './activation.ts';

const says = 'Once the agent has found out which extensions it activates, its answer SHOULD list them in the header.';

export const notEchoed: ProbeRule<Activation> = {
  id: 'extension/not-echoed',
  title: 'The answer does not say which extensions are active',
  severity: 'warning',
  basis: { kind: 'policy', ground: 'topic', says, clause: 'topics/extensions', revision: V1_TOPICS },
  perDialect: {
    '0.3': { basis: { kind: 'policy', ground: 'topic', says, clause: 'topics/extensions', revision: V03_TOPICS } },
    '0.2': {
      severity: 'note',
      basis: { kind: 'policy', ground: 'topic', says, clause: 'topics/extensions', revision: V02_TOPICS },
    },
  },
  certainty: 'certain',
  why: 'The caller can’t know whether what it asked for was applied, and reads the answer by the wrong rules.',
  remedy: 'List each extension that was activated for the request in the header of the answer.',
  check: ({ asked, echoed, echoedElsewhere, header, served }) => {
    const missing = asked.find((uri) => !echoed.includes(uri) && !echoedElsewhere.includes(uri));
    if (!served || missing === undefined) return undefined;
    return {
      certainty: 'certain',
      because: `${missing}, which the card lists, was asked for, and no ${header} of the answer names it`,
    };
  },
  pair: { raises: { ...HONOURED, echoed: [] }, nearMiss: HONOURED },
};
