import { withSilences } from '../../../../src/judge/silences.ts';
import type { PeerTrace } from '../../trace.ts';
import { inOrder } from '../in-order.ts';
import type { Random } from '../random.ts';
import { anyManner } from './manner.ts';
import { Visit } from './visit.ts';

/**
 * What a caller sees of an agent that keeps the specification's word, over a network and a store that keep none but
 * these: frames of a stream stay in order, a read is the task as it was at one moment, and no replica lags for 10 s.
 * `noted`: the agent also does what is allowed and written down all the same.
 */
export function honestTrace(random: Random, noted: boolean): PeerTrace {
  const manner = anyManner(random, noted);
  const visit = new Visit(manner, random, noted);
  visit.run();
  const { dialect, binding, keepsHistory } = manner;
  const observations = inOrder(visit.seen.toSorted((a, b) => a.received - b.received));
  return {
    claims: {
      dialect,
      binding,
      streaming: true,
      pushNotifications: manner.pushes,
      stateTransitionHistory: keepsHistory,
      extendedAgentCard: false,
      inputModes: ['text/plain'],
      outputModes: ['text/plain', 'image/png', 'application/json'],
      inputModesOfEverySkill: ['text/plain'],
      requiredExtensions: [],
      anonymousAllowed: true,
      publicAddress: true,
    },
    observations: random.oneIn(2) ? observations : withSilences(observations, SILENCES),
    taskOf: new Map(),
  };
}

/** A caller that notices when nothing comes for so long. */
const SILENCES = {
  stream: { ms: 5_000, source: 'default' },
  cancel: { ms: 10_000, source: 'default' },
} as const;
